import { Button } from '@mantine/core'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { isRightToLeft, outputLanguageTags, titleMaxLength, type OutputLanguage } from '#shared/tools.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { reloadPage, whenOnline } from '#app/session/chunk-errors.ts'
import type { default as Editor, EditorAccess } from '#app/ui/editor/editor.tsx'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { EditorPlaceholder } from '#app/ui/editor/editor-placeholder.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { setFocusMode, useFocusMode } from './focus-mode-state.ts'
import { useTranslation } from '#app/session/words.tsx'
import { TitleField } from './title-field.tsx'
import { StageLine } from './stage-line.tsx'
import { StageNote } from './stage-note.tsx'
import { DocumentCommands } from './document-commands.tsx'
import type { AskedSearch } from './search-score.tsx'
import type { RunState } from './run-state.ts'
import type { WrittenText } from './text.ts'
import styles from './writing-pane.module.css'

const EditCommands = lazyWithRetry(() => import('./edit-commands.tsx'))
const EditPictures = lazyWithRetry(() => import('./edit-pictures.tsx'))
const FocusMode = lazyWithRetry(() => import('./focus-mode.tsx'))
const OutlinePanel = lazyWithRetry(() => import('./outline-panel.tsx'))
const FindReplace = lazyWithRetry(() => import('./find-replace.tsx'))

type WritingPaneProps = {
  documentKey: string
  /** Of the member's own text; null for an example. */
  id: number | null
  text: WrittenText
  language: OutputLanguage
  titles: string[]
  outline: string[]
  stages: RunState['stages']
  /** Files and links that it has read. */
  sourcesCount: number
  isStreaming: boolean
  isEditable: boolean
  /** Texts of its kind have tags. */
  hasTags: boolean
  /** The request of a text that people find by a search; null for all others. */
  search: AskedSearch | null
  /** An example is only read: it is already parsed and needs no editor. */
  nodes: MarkdownNode[] | null
  /** The note about the text and its cost: example, demo, AI-made. */
  notes: ReactNode
  /** Saving, sharing, copying; or what went wrong. */
  actions: ReactNode
  /** Content above the text that comes first: blanks to fill. */
  above: ReactNode
  /** The tool's content below its text: counts, a preview, gauges, sources, a table of contents. */
  below: ReactNode
  onText: (changes: Partial<WrittenText>) => void
  onReady: (access: EditorAccess) => void
  onStatusSlot: (slot: HTMLElement | null) => void
  onCopyTags: () => void
}

/** The text next to the form: stages, outline, title with its alternatives, the text itself, tags. */
export default function WritingPane(props: WritingPaneProps) {
  const { t } = useTranslation('writing')
  const { text, language } = props
  const [searchSlot, setSearchSlot] = useState<HTMLElement | null>(null)
  const languageTag = outputLanguageTags[language]
  return (
    <article className={styles.pane} aria-label={t('writing.pane.label')} aria-busy={props.isStreaming}>
      {(props.stages.length > 0 || props.actions) && (
        <div className={styles.top}>
          {props.stages.length > 0 && <StageLine stages={props.stages} />}
          {props.actions}
        </div>
      )}
      <div className={styles.notes}>
        {props.notes}
        {props.isStreaming && (
          <StageNote stages={props.stages} sourcesCount={props.sourcesCount} hasText={text.content !== ''} />
        )}
      </div>
      {(text.title || props.isEditable) && (
        <TitleField
          title={text.title}
          label={t('writing.pane.titleLabel')}
          placeholder={t('writing.pane.titlePlaceholder')}
          languageTag={languageTag}
          isRightToLeft={isRightToLeft(language)}
          maxLength={titleMaxLength}
          isReadOnly={!props.isEditable}
          onChange={(title) => props.onText({ title })}
        />
      )}
      <div className={styles.extras}>
        <OtherTitles
          titles={props.titles}
          title={text.title}
          languageTag={languageTag}
          isDisabled={!props.isEditable}
          onChoose={(title) => props.onText({ title })}
        />
        <Outline
          sections={props.outline}
          languageTag={languageTag}
          isOpen={props.isStreaming && !text.content}
        />
      </div>
      {props.above}
      {props.nodes && (
        <MarkdownView nodes={props.nodes} languageTag={languageTag} isRightToLeft={isRightToLeft(language)} />
      )}
      {!props.nodes && (text.content || props.isEditable) && (
        <EditableText
          documentKey={props.documentKey}
          id={props.id}
          content={text.content}
          language={language}
          isEditable={props.isEditable}
          hasTags={props.hasTags}
          search={props.search && searchSlot && { text, asked: props.search, slot: searchSlot }}
          onText={props.onText}
          onReady={props.onReady}
          onStatusSlot={props.onStatusSlot}
        />
      )}
      <Tags tags={text.tags} languageTag={languageTag} onCopy={props.onCopyTags} />
      {props.below}
      {props.search && <div ref={setSearchSlot} />}
    </article>
  )
}

type EditableTextProps = Pick<
  WritingPaneProps,
  'documentKey' | 'id' | 'language' | 'isEditable' | 'hasTags' | 'onText' | 'onReady' | 'onStatusSlot'
> & { content: string; search: { text: WrittenText; asked: AskedSearch; slot: HTMLElement } | null }

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
function EditableText(props: EditableTextProps) {
  const code = useEditorCode()
  const room = props.id !== null && props.isEditable && (
    <DocumentCommands text={props.content} hasTags={props.hasTags} />
  )
  if (code && code !== 'failed')
    return <EditorOfText {...props} TextEditor={code.default} toolbarPlaceholder={room} />
  return (
    <EditorPlaceholder
      markdown={props.content}
      languageTag={outputLanguageTags[props.language]}
      isRightToLeft={isRightToLeft(props.language)}
      notice={code === 'failed' ? <OnlyRead /> : undefined}
      toolbarPlaceholder={code === 'failed' ? null : room}
    />
  )
}

/** Replaces the tools. Browsers remember a failed import, so only a reload of the page requests it again. */
function OnlyRead() {
  const { t } = useTranslation('writing', 'editor')
  const reload = () =>
    navigator.onLine ? reloadPage() : showToast({ message: t('errors.unavailable'), tone: 'error' })
  return (
    <div className={styles.onlyRead} role="alert">
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
  ...props
}: EditableTextProps & { TextEditor: EditorCode['default']; toolbarPlaceholder: ReactNode }) {
  const languageTag = outputLanguageTags[props.language]
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
      markdown={props.content}
      documentKey={props.documentKey}
      isStreaming={!props.isEditable}
      languageTag={languageTag}
      isRightToLeft={isRightToLeft(props.language)}
      words={words}
      tools={(editor) =>
        props.id !== null && (
          <Suspense fallback={toolbarPlaceholder}>
            <EditCommands
              editor={editor}
              id={props.id}
              language={props.language}
              languageTag={languageTag}
              isRightToLeft={isRightToLeft(props.language)}
              hasTags={props.hasTags}
              search={props.isEditable ? props.search : null}
              onText={props.onText}
              onPicture={askPicture}
            />
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
      onChange={(content) => props.onText({ content })}
      onPicture={askPicture}
      onFind={() => setIsFinding(true)}
      onOutline={() => setIsOutlined(!isOutlined)}
      onFocusMode={() => setFocusMode(true)}
      onReady={props.onReady}
      onStatusSlot={props.onStatusSlot}
    />
  )
}

function OtherTitles(props: {
  titles: string[]
  title: string
  languageTag: string
  isDisabled: boolean
  onChoose: (title: string) => void
}) {
  const { t } = useTranslation('writing')
  if (props.titles.length < 2) return null
  const count = props.titles.length - (props.titles.includes(props.title) ? 1 : 0)
  return (
    <details className={styles.titles}>
      <summary>{t(count === 1 ? 'writing.pane.otherTitle' : 'writing.pane.otherTitles', { count })}</summary>
      <ul lang={props.languageTag}>
        {props.titles.map((title) => (
          <li key={title}>
            <button
              type="button"
              disabled={props.isDisabled}
              aria-pressed={title === props.title}
              onClick={() => props.onChoose(title)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Outline({
  sections,
  languageTag,
  isOpen,
}: {
  sections: string[]
  languageTag: string
  isOpen: boolean
}) {
  const { t } = useTranslation('writing')
  if (sections.length === 0) return null
  return (
    <details className={styles.outline} open={isOpen || undefined}>
      <summary>{t('writing.pane.outline')}</summary>
      <ol lang={languageTag}>
        {sections.map((section) => (
          <li key={section}>{section.split('\n', 1)[0]}</li>
        ))}
      </ol>
    </details>
  )
}

function Tags({ tags, languageTag, onCopy }: { tags: string[]; languageTag: string; onCopy: () => void }) {
  const { t } = useTranslation('writing')
  if (tags.length === 0) return null
  return (
    <section className={styles.tags} aria-label={t('writing.pane.tags')}>
      <ul lang={languageTag}>
        {tags.map((tag) => (
          <li key={tag}>#{tag}</li>
        ))}
      </ul>
      <Button variant="subtle" size="sm" onClick={onCopy}>
        {t('writing.pane.copyTags')}
      </Button>
    </section>
  )
}
