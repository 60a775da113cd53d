import type { Alignment } from '#shared/text-marks.ts'
import { Icon } from '#app/ui/icons.tsx'

export const HighlightIcon = () => (
  <Icon size={18}>
    <path d="m7.5 11.5 6-8 3.5 2.6-6 8-4.2 1ZM7.5 11.5 11 14.1M3 17.5h8" />
  </Icon>
)

const shortLines: Record<Alignment, string> = {
  left: 'M3 8.7h8M3 15.3h8',
  center: 'M6 8.7h8M6 15.3h8',
  right: 'M9 8.7h8M9 15.3h8',
}
/** Lines of text, the short ones at the side. */
export const AlignIcon = ({ to }: { to: Alignment }) => (
  <Icon size={18}>
    <path d={`M3 5.4h14M3 12h14${shortLines[to]}`} />
  </Icon>
)

/** Lines at two depths. */
export const OutlineIcon = () => (
  <Icon size={18}>
    <path d="M3 5h2M8 5h9M6 10h2M11 10h6M6 15h2M11 15h6" />
  </Icon>
)

/** The corners of a frame around the text. */
export const FocusIcon = () => (
  <Icon size={18}>
    <path d="M3 7V4.5A1.5 1.5 0 0 1 4.5 3H7M13 3h2.5A1.5 1.5 0 0 1 17 4.5V7M17 13v2.5a1.5 1.5 0 0 1-1.5 1.5H13M7 17H4.5A1.5 1.5 0 0 1 3 15.5V13M7 8.5h6M7 11.5h4" />
  </Icon>
)
