import { Button } from '@mantine/core'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { reloadPage, whenOnline } from '#app/session/chunk-errors.ts'
import type { default as Editor } from '#app/ui/editor/editor.tsx'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { textLanguages } from '#app/ui/text-language.ts'
import { EditorPlaceholder } from '#app/ui/editor/editor-placeholder.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { HandOver } from '../export/hand-over.tsx'
import { setFocusMode, useFocusMode } from './focus-mode-state.ts'
import { useTranslation } from '#app/session/words.tsx'
import { TitleField } from './title-field.tsx'
import { StageLine } from './stage-line.tsx'
import { StageNote } from './stage-note.tsx'
import { DocumentCommands } from './document-commands.tsx'
import { useActions, useHandOver, useShownText } from './writing-context.ts'
import styles from './writing-pane.module.css'

const EditCommands = lazyWithRetry(() => import('../editing/edit-commands.tsx'))
const EditPictures = lazyWithRetry(() => import('../editing/edit-pictures.tsx'))
const FocusMode = lazyWithRetry(() => import('./focus-mode.tsx'))
const OutlinePanel = lazyWithRetry(() => import('./outline-panel.tsx'))
const FindReplace = lazyWithRetry(() => import('../editing/find-replace.tsx'))

type WritingPaneProps = {
  /** The note about the text and its cost: example, demo, AI-made. */
  notes: ReactNode
  /** Saving, sharing, copying; or what went wrong. */
  actions: ReactNode
  /** Content above the text that comes first: blanks to fill. */
  above: ReactNode
  /** The tool's content below its text: counts, a preview, gauges, sources, a table of contents. */
  below: ReactNode
}

/** The text next to the form: stages, outline, title with its alternatives, the text itself, tags. */
export default function WritingPane(props: WritingPaneProps) {
  const { t } = useTranslation('writing')
  const { shown, phase, run, isEditable, search } = useShownText()
  const { text, nodes } = shown
  const [searchSlot, setSearchSlot] = useState<HTMLElement | null>(null)
  const stages = run.runId === shown.id ? run.stages : []
  const isStreaming = phase === 'running'
  return (
    <HandOver>
      <article className={styles.pane} aria-label={t('writing.pane.label')} aria-busy={isStreaming}>
        {(stages.length > 0 || props.actions) && (
          <div className={`u-spread ${styles.top}`}>
            {stages.length > 0 && <StageLine stages={stages} />}
            {props.actions}
          </div>
        )}
        <div className={styles.notes}>
          {props.notes}
          {isStreaming && (
            <StageNote stages={stages} sourcesCount={shown.sources.length} textLength={text.content.length} />
          )}
        </div>
        {(text.title || isEditable) && <TitleField />}
        <div className={styles.extras}>
          <OtherTitles />
          <Outline isOpen={isStreaming && !text.content} />
        </div>
        {props.above}
        {nodes && <MarkdownView nodes={nodes} language={textLanguages[shown.language]} />}
        {!nodes && (text.content || isEditable) && <EditableText searchSlot={searchSlot} />}
        <Tags />
        {props.below}
        {search && <div ref={setSearchSlot} />}
      </article>
    </HandOver>
  )
}

type EditorCode = { default: typeof Editor }

/**
 * The editor is the largest part of the product, so it is loaded when there is something to edit. It is no `lazy`
 * component. React would discard the server's HTML of one, and render it again, when anything around it changes before
 * its code loads.
 */
function useEditorCode(): EditorCode | 'failed' | null {
  const [code, setCode] = useState<EditorCode | 'failed' | null>(null)
  useEffect(() => {
    // The text is readable without the editor, so the page stays.
    whenOnline(() => import('#app/ui/editor/editor.tsx')).then(setCode, () => setCode('failed'))
  }, [])
  return code
}

/** The text in its editor, or its equal layout before the editor's code loads. */
function EditableText({ searchSlot }: { searchSlot: HTMLElement | null }) {
  const { shown, content, isEditable, hasTags } = useShownText()
  const code = useEditorCode()
  const room = isEditable && <DocumentCommands text={content} hasTags={hasTags} />
  if (code && code !== 'failed')
    return <EditorOfText searchSlot={searchSlot} TextEditor={code.default} toolbarPlaceholder={room} />
  return (
    <EditorPlaceholder
      markdown={content}
      language={textLanguages[shown.language]}
      notice={code === 'failed' ? <OnlyRead /> : undefined}
      toolbarPlaceholder={code === 'failed' ? null : room}
    />
  )
}

/** Replaces the tools. Browsers remember a failed import, so only a reload of the page requests it again. */
function OnlyRead() {
  const { t } = useTranslation('writing', 'editor', 'errors')
  const reload = () =>
    navigator.onLine ? reloadPage() : showToast({ message: t('errors.unavailable'), tone: 'error' })
  return (
    <div className={`u-spread ${styles.onlyRead}`} role="alert">
      <p>{t('editor.missing')}</p>
      <Button variant="default" size="sm" onClick={reload}>
        {t('writing.pane.retry')}
      </Button>
    </div>
  )
}

function EditorOfText({
  TextEditor,
  toolbarPlaceholder,
  searchSlot,
}: {
  TextEditor: EditorCode['default']
  toolbarPlaceholder: ReactNode
  searchSlot: HTMLElement | null
}) {
  const { shown, content, phase } = useShownText()
  const { edit, setEditor, setStatusSlot } = useActions()
  const { t } = useTranslation('writing', 'editor')
  const [pictureAsks, setPictureAsks] = useState(0)
  const [isFinding, setIsFinding] = useState(false)
  const [isOutlined, setIsOutlined] = useState(false)
  const isFocusMode = useFocusMode()
  const askPicture = () => setPictureAsks((count) => count + 1)
  const words = {
    toolbar: t('writing.editor.toolbar'),
    bold: t('writing.editor.bold'),
    italic: t('writing.editor.italic'),
    underline: t('editor.tool.underline'),
    strike: t('writing.editor.strike'),
    highlight: t('editor.tool.highlight'),
    alignLeft: t('editor.tool.alignLeft'),
    alignCenter: t('editor.tool.alignCenter'),
    alignRight: t('editor.tool.alignRight'),
    divider: t('editor.tool.divider'),
    heading2: t('writing.editor.heading2'),
    heading3: t('writing.editor.heading3'),
    bullets: t('writing.editor.bullets'),
    numbers: t('writing.editor.numbers'),
    quote: t('writing.editor.quote'),
    link: t('editor.link.name'),
    linkAddress: t('editor.link.address'),
    linkHint: t('editor.link.hint'),
    linkInvalid: t('editor.link.invalid'),
    linkSave: t('editor.link.save'),
    linkChange: t('editor.link.change'),
    linkRemove: t('editor.link.remove'),
    linkCancel: t('editor.link.cancel'),
    linkOpen: t('editor.link.open'),
    table: t('editor.tool.table'),
    picture: t('editor.tool.picture'),
    find: t('editor.find.name'),
    outline: t('editor.outline.name'),
    focus: t('editor.focus.name'),
    tableTools: t('editor.tool.tableTools'),
    rowAfter: t('editor.tool.rowAfter'),
    columnAfter: t('editor.tool.columnAfter'),
    rowBefore: t('editor.tool.rowBefore'),
    columnBefore: t('editor.tool.columnBefore'),
    rowDelete: t('editor.tool.rowDelete'),
    columnDelete: t('editor.tool.columnDelete'),
    tableDelete: t('editor.tool.tableDelete'),
    undo: t('writing.editor.undo'),
    redo: t('writing.editor.redo'),
    placeholder: t('writing.editor.placeholder'),
    label: t('writing.pane.textLabel'),
  }
  return (
    <TextEditor
      markdown={content}
      documentKey={shown.key}
      isStreaming={phase === 'running'}
      language={textLanguages[shown.language]}
      words={words}
      tools={(editor) =>
        shown.id !== null && (
          <Suspense fallback={toolbarPlaceholder}>
            <EditCommands editor={editor} searchSlot={searchSlot} onPicture={askPicture} />
            <EditPictures editor={editor} askCount={pictureAsks} />
            <Suspense>
              {isFinding && <FindReplace editor={editor} onClose={() => setIsFinding(false)} />}
              {isOutlined && !isFocusMode && (
                <OutlinePanel editor={editor} onClose={() => setIsOutlined(false)} />
              )}
              {isFocusMode && <FocusMode editor={editor} />}
            </Suspense>
          </Suspense>
        )
      }
      toolbarPlaceholder={toolbarPlaceholder}
      onChange={(changed) => edit({ content: changed })}
      onPicture={askPicture}
      onFind={() => setIsFinding(true)}
      onOutline={() => setIsOutlined(!isOutlined)}
      onFocusMode={() => setFocusMode(true)}
      onReady={setEditor}
      onStatusSlot={setStatusSlot}
    />
  )
}

function OtherTitles() {
  const { t } = useTranslation('writing')
  const { shown, isEditable } = useShownText()
  const { edit } = useActions()
  const { titles } = shown
  if (titles.length < 2) return null
  const count = titles.length - (titles.includes(shown.text.title) ? 1 : 0)
  return (
    <details className={styles.titles}>
      <summary>{t(count === 1 ? 'writing.pane.otherTitle' : 'writing.pane.otherTitles', { count })}</summary>
      <ul lang={textLanguages[shown.language].lang}>
        {titles.map((title) => (
          <li key={title}>
            <button
              type="button"
              disabled={!isEditable}
              aria-pressed={title === shown.text.title}
              onClick={() => edit({ title })}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Outline({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('writing')
  const { shown } = useShownText()
  if (shown.outline.length === 0) return null
  return (
    <details className={styles.outline} open={isOpen || undefined}>
      <summary>{t('writing.pane.outline')}</summary>
      <ol lang={textLanguages[shown.language].lang}>
        {shown.outline.map((section) => (
          <li key={section}>{section.split('\n', 1)[0]}</li>
        ))}
      </ol>
    </details>
  )
}

function Tags() {
  const { t } = useTranslation('writing')
  const { shown } = useShownText()
  const { copy } = useHandOver()
  const { tags } = shown.text
  if (tags.length === 0) return null
  return (
    <section className={`u-spread ${styles.tags}`} aria-label={t('writing.pane.tags')}>
      <ul lang={textLanguages[shown.language].lang}>
        {tags.map((tag) => (
          <li key={tag}>#{tag}</li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="sm"
        onClick={() => copy({ plain: tags.map((tag) => `#${tag}`).join(' ') })}
      >
        {t('writing.pane.copyTags')}
      </Button>
    </section>
  )
}
