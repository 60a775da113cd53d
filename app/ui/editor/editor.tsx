import { Placeholder } from '@tiptap/extensions'
import { Markdown } from '@tiptap/markdown'
import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { TextLanguage } from '#app/ui/text-language.ts'
import { fillBlankAt, showBlankAt } from './blanks.ts'
import { showPassageAt } from './show-passage.ts'
import { LinkTools, type LinkWords } from './link-tools.tsx'
import { insertPictures } from './picture-place.ts'
import { markExtensions } from './marks.ts'
import { pictureExtensions } from './pictures.ts'
import { plainText } from './plain-text.ts'
import { createStreamWriter } from './stream-writer.ts'
import { tableExtensions, withoutSpans } from './tables.ts'
import { EditorPlaceholder } from './editor-placeholder.tsx'
import { Toolbar, type ToolbarWords } from './toolbar.tsx'
import { ToolbarPlaceholder } from './toolbar-placeholder.tsx'
import { VideoCards } from './video-cards.ts'
import { useDebouncedChange } from './use-debounced-change.ts'
import styles from './editor.module.css'
import prose from './prose.module.css'

/** The operations of an open editor for other components. */
export type EditorAccess = {
  html: () => string
  plain: () => string
  /** Inserts an image at the cursor. */
  putPicture: (picture: { src: string; alt: string }) => void
  /** Blanks by their number in the text, from 0. */
  fillBlank: (index: number, value: string) => void
  showBlank: (index: number) => void
  showPassage: (passage: string) => void
  focus: () => void
}

type EditorWords = ToolbarWords & LinkWords & Record<'placeholder' | 'label', string>

type TextEditorProps = {
  /** Markdown. While `isStreaming`, it grows and is written in; afterwards the editor owns the text and a new `documentKey` replaces it. */
  markdown: string
  documentKey: string
  isStreaming: boolean
  language: TextLanguage
  words: EditorWords
  /**
   * Called with the whole text as Markdown: shortly after the member's changes, and before any action that may use the
   * text.
   */
  onChange: (markdown: string) => void
  /** The tools for the text besides formatting; shown while it can be edited. */
  tools?: (editor: Editor) => ReactNode
  /** Reserves the space of those tools until they load. */
  toolbarPlaceholder?: ReactNode
  /** Asks the member for an image to insert. */
  onPicture?: () => void
  onReady?: (access: EditorAccess) => void
  /** Opens find and replace. */
  onFind: () => void
  /** Opens the list of headings, and closes it. */
  onOutline: () => void
  /** Shows nothing but the text. */
  onFocusMode: () => void
  /** Receives the toolbar's slot for the save status. */
  onStatusSlot: (slot: HTMLElement | null) => void
}

/** A rich-text editor over Markdown. The schema has only what Markdown can express, so saving loses nothing. */
export default function TextEditor(props: TextEditorProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: false,
        underline: false,
        paragraph: false,
        link: {
          openOnClick: false,
          HTMLAttributes: { rel: 'noopener noreferrer nofollow ugc', target: '_blank' },
        },
      }),
      Placeholder.configure({ placeholder: props.words.placeholder }),
      ...tableExtensions,
      ...pictureExtensions,
      ...markExtensions,
      VideoCards,
      Markdown,
    ],
    immediatelyRender: false,
    editable: !props.isStreaming,
    editorProps: {
      transformPastedHTML: withoutSpans,
      attributes: {
        class: prose.prose ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': props.words.label,
      },
    },
  })
  if (!editor)
    return (
      <EditorPlaceholder
        markdown={props.markdown}
        language={props.language}
        toolbarPlaceholder={props.toolbarPlaceholder}
      />
    )
  return <Writing {...props} editor={editor} />
}

function Writing(props: TextEditorProps & { editor: Editor }) {
  const { editor, onReady } = props
  const [isLinking, setIsLinking] = useState(false)
  useWriting(editor, props, useDebouncedChange(editor, props.onChange))
  useEffect(
    () =>
      onReady?.({
        html: () => editor.getHTML(),
        plain: () => plainText(editor.state.doc),
        putPicture: (picture) => insertPictures(editor, [picture]),
        fillBlank: (index, value) => fillBlankAt(editor, index, value),
        showBlank: (index) => showBlankAt(editor, index),
        showPassage: (passage) => showPassageAt(editor, passage),
        focus: () => void editor.commands.focus(),
      }),
    [editor, onReady],
  )
  return (
    <div className={styles.editor} data-editor {...props.language} aria-busy={props.isStreaming}>
      {props.isStreaming ? (
        <ToolbarPlaceholder />
      ) : (
        <Toolbar
          editor={editor}
          words={props.words}
          onLink={() => setIsLinking(true)}
          onPicture={props.onPicture ?? null}
          onFind={props.onFind}
          onOutline={props.onOutline}
          onFocusMode={props.onFocusMode}
          onStatusSlot={props.onStatusSlot}
        />
      )}
      <EditorContent editor={editor} className={props.isStreaming ? styles.streaming : undefined} />
      {!props.isStreaming && (
        <LinkTools editor={editor} words={props.words} isAsking={isLinking} onAsking={setIsLinking} />
      )}
      {!props.isStreaming && props.tools?.(editor)}
    </div>
  )
}

/** Synchronises the document: a stream is written in deltas, and a new document replaces the old one. */
function useWriting(
  editor: Editor,
  { markdown, documentKey, isStreaming }: TextEditorProps,
  forgetChanges: () => void,
): void {
  const writer = useRef<ReturnType<typeof createStreamWriter>>(undefined)
  writer.current ??= createStreamWriter(editor)
  const shown = useRef<string>(undefined)

  useEffect(() => {
    editor.setEditable(!isStreaming, false)
    if (isStreaming) {
      if (shown.current !== documentKey) writer.current?.reset()
      shown.current = documentKey
      writer.current?.write(markdown)
      return
    }
    if (shown.current === documentKey) return
    shown.current = documentKey
    forgetChanges()
    editor.commands.setContent(markdown, { contentType: 'markdown', emitUpdate: false })
    // Undo must not restore the old text.
    writer.current?.forgetHistory()
  }, [editor, markdown, documentKey, isStreaming, forgetChanges])
}
