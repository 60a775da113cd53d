import { Icon } from '#app/ui/icons.tsx'

/** The tools in their order; `undo` and `redo` stand first, apart from the others. */
export const editorTools = [
  'heading2',
  'heading3',
  'bold',
  'italic',
  'underline',
  'strike',
  'highlight',
  'bullets',
  'numbers',
  'quote',
  'alignLeft',
  'alignCenter',
  'alignRight',
  'link',
  'table',
  'divider',
  'picture',
  'find',
  'outline',
  'focus',
] as const
export const historyTools = ['undo', 'redo'] as const
export type EditorTool = (typeof editorTools)[number] | (typeof historyTools)[number]

const paths: Record<EditorTool, string> = {
  undo: 'M7 4 3.5 7.5 7 11M3.5 7.5H12a4.3 4.3 0 0 1 0 8.5H8.5',
  redo: 'm13 4 3.5 3.5L13 11M16.5 7.5H8a4.3 4.3 0 0 0 0 8.5h3.5',
  heading2: 'M2.5 4.5v11M9 4.5v11M2.5 10H9M12.5 12.3a2.2 2.2 0 0 1 4.4.3c0 1.6-4.4 2-4.4 4h4.5',
  heading3: 'M2.5 4.5v11M9 4.5v11M2.5 10H9M12.5 10.5h4l-2.2 2.6a2 2 0 1 1-2 3.1',
  bold: 'M6 4h4.8a3 3 0 0 1 0 6H6ZM6 10h5.5a3 3 0 0 1 0 6H6Z',
  italic: 'M8.5 4h6M5.5 16h6M11.8 4 8.2 16',
  underline: 'M6 3.5v5.8a4 4 0 0 0 8 0V3.5M5 17h10',
  strike:
    'M3.5 10h13M13.6 6.4C13 5 11.7 4 10 4 8 4 6.4 5 6.4 6.8c0 .8.3 1.4.8 1.9M6.2 13.4C6.7 15 8.1 16 10 16c2.2 0 3.8-1 3.8-2.9 0-.4-.1-.8-.2-1.1',
  highlight: 'm7.5 11.5 6-8 3.5 2.6-6 8-4.2 1ZM7.5 11.5 11 14.1M3 17.5h8',
  bullets: 'M8 5.5h9M8 10h9M8 14.5h9M3.8 5.5h.01M3.8 10h.01M3.8 14.5h.01',
  numbers: 'M8.5 5.5H17M8.5 10H17M8.5 14.5H17M3 4.3l1.2-.8v4M3 12.7c.3-.8 2-.9 2 .2 0 .9-2 1.6-2 2.6h2.2',
  quote: 'M4 9.5h3.5V13H4ZM4 9.5c0-2 .8-3.2 2.5-4M11 9.5h3.5V13H11ZM11 9.5c0-2 .8-3.2 2.5-4',
  alignLeft: 'M3 5.4h14M3 12h14M3 8.7h8M3 15.3h8',
  alignCenter: 'M3 5.4h14M3 12h14M6 8.7h8M6 15.3h8',
  alignRight: 'M3 5.4h14M3 12h14M9 8.7h8M9 15.3h8',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l1-1',
  table:
    'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5v-9A1.5 1.5 0 0 1 4.5 4ZM3 8h14M3 12h14M10 8v8',
  divider: 'M3 10h14M6 5.5h8M6 14.5h8',
  picture:
    'M4.5 4h11A1.5 1.5 0 0 1 17 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 14.5v-9A1.5 1.5 0 0 1 4.5 4ZM3.5 14l4-4 3 3 2.2-2 3.8 3.5M7 7.5h.01',
  find: 'M13 13.5 16.5 17M14.5 8.75a5.75 5.75 0 1 1-11.5 0 5.75 5.75 0 0 1 11.5 0Z',
  outline: 'M3 5h2M8 5h9M6 10h2M11 10h6M6 15h2M11 15h6',
  focus:
    'M3 7V4.5A1.5 1.5 0 0 1 4.5 3H7M13 3h2.5A1.5 1.5 0 0 1 17 4.5V7M17 13v2.5a1.5 1.5 0 0 1-1.5 1.5H13M7 17H4.5A1.5 1.5 0 0 1 3 15.5V13M7 8.5h6M7 11.5h4',
}

/** Strokes of one weight on a grid of 20, as all icons of the site. */
export const ToolIcon = ({ tool }: { tool: EditorTool }) => (
  <Icon size={18}>
    <path d={paths[tool]} />
  </Icon>
)
