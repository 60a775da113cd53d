import { memo, Suspense, useCallback, useMemo, useRef, useState, type ComponentType } from 'react'
import { fillBlank, findBlanks } from '#shared/blanks.ts'
import { toolsWithTags } from '#shared/tools.ts'
import type { AskedSearch } from './search-score.tsx'
import type { SectionOrder } from './sections-panel.tsx'
import type { FormDraft, PictureActions, PictureOrder, Price, ToolDefinition } from './tool-definition.ts'
import type { DocumentState } from './use-document.ts'
import type { OpenText } from './text.ts'
import { isGoing } from './run-state.ts'
import type { EditorAccess } from '#app/ui/editor/editor.tsx'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { preloadedLazy } from '#app/session/preloaded-lazy.ts'
import { scrollGently } from '#app/ui/scroll-gently.ts'
import type { Run } from './use-run.ts'
import { textPaneId } from './text-pane-id.ts'
import styles from './tool-page.module.css'

/** Where the panes are stacked, the text scrolls into view when it begins. */
export function showTextPane(): void {
  const pane = document.getElementById(textPaneId)
  if (pane && window.matchMedia('(max-width: 860px)').matches) scrollGently(pane)
}

// A visitor first sees the form: the code for texts loads with the first text.
const part = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  preloadedLazy(`#${textPaneId}[data-has-text]`, load)
const [
  RunNotes,
  WritingPane,
  DocumentActions,
  OutlineEditor,
  ReadSources,
  SectionsPanel,
  BlanksPanel,
  TextCounts,
] = await Promise.all([
  part(() => import('./run-notes.tsx')),
  part(() => import('./writing-pane.tsx')),
  part(() => import('./document-actions.tsx')),
  part(() => import('./outline-editor.tsx')),
  part(() => import('./read-sources.tsx')),
  part(() => import('./sections-panel.tsx')),
  part(() => import('./blanks-panel.tsx')),
  part(() => import('./text-counts.tsx')),
])

/** Only for texts in the member's own tone. */
const OwnManner = lazyWithRetry(() => import('./own-manner.tsx'))

type TextPaneProps<Draft extends FormDraft> = {
  kit: ToolDefinition<Draft>
  shown: OpenText
  /** The request of the open text. */
  asked: Draft
  run: Run
  work: DocumentState
  /** The price of a rewrite, and how many images the form requests. */
  tokens: number
  images: number
  /** The price of a retry of the last request. */
  retryTokens: number
  retryImages: number
  /** Only the outline exists so far. */
  hasPlan: boolean
  actions: {
    writeAgain: (id: number, mode: 'continue' | 'regenerate', outline?: string[]) => void
    writeSection: (id: number, order: SectionOrder, price: Price) => Promise<unknown>
    makePicture: (id: number, order: PictureOrder, price: Price) => Promise<unknown>
    copy: (text: { plain: string; html?: string }) => Promise<unknown>
    followAgain: () => void
    tryAgain: () => void
  }
}

/** A member's own text is scored for the keywords that are typed below it. */
function findSearch(asked: FormDraft, isOwn: boolean): AskedSearch | null {
  if ('keywords' in asked) return asked as FormDraft & AskedSearch
  return isOwn ? { ...asked, keywords: '', hasTags: false } : null
}

/** The text next to the form, or its outline. Typing in the form does not render it again. */
export const TextPane = memo(function TextPane<Draft extends FormDraft>(props: TextPaneProps<Draft>) {
  const { kit, shown, asked, run, work, tokens, images, actions } = props
  const search = useMemo(() => findSearch(asked, kit.isOwn ?? false), [asked, kit.isOwn])
  const readText = useRef<EditorAccess>(undefined)
  const [statusSlot, setStatusSlot] = useState<HTMLElement | null>(null)
  const storeAccess = useCallback((access: EditorAccess) => {
    readText.current = access
  }, [])
  // The open text stays until the requested run has begun, because the run may be refused.
  const isBusy = isGoing(run.state) && run.state.runId !== null
  const notes = (
    <Suspense>
      <RunNotes
        document={shown}
        run={run}
        isPlan={props.hasPlan}
        isOwn={kit.isOwn === true}
        retryTokens={props.retryTokens}
        retryImages={props.retryImages}
        onFollow={actions.followAgain}
        onRetry={actions.tryAgain}
      />
    </Suspense>
  )
  if (props.hasPlan)
    return (
      <Suspense>
        <div className={styles.notes}>{notes}</div>
        <OutlineEditor
          key={shown.key}
          outline={shown.outline}
          language={shown.language}
          price={{ tokens, images }}
          onWrite={(outline) => actions.writeAgain(shown.id!, 'continue', outline)}
        />
      </Suspense>
    )
  const content = shown.source ?? shown.text.content
  const stages = run.state.runId === shown.id ? run.state.stages : []
  const isMakingPictures =
    isBusy && stages.some(({ stage, state }) => stage === 'images' && state === 'active')
  const blankActions = {
    onFill: (index: number, value: string) => {
      const blank = findBlanks(content)[index]
      if (readText.current) readText.current.fillBlank(index, value)
      else if (blank) work.edit({ content: fillBlank(content, blank, value) })
    },
    onShow: (index: number) => readText.current?.showBlank(index),
    onDone: () => readText.current?.focus(),
  }
  const { id } = shown
  const pictures: PictureActions | null =
    isBusy || id === null
      ? null
      : {
          make: (order, price) => void actions.makePicture(id, order, price),
          put: (picture) => readText.current?.putPicture(picture),
          remove: work.removePicture,
        }
  return (
    <Suspense>
      <WritingPane
        documentKey={shown.key}
        id={shown.id}
        text={shown.text}
        language={shown.language}
        titles={shown.titles}
        outline={shown.outline}
        stages={stages}
        sourcesCount={shown.sources.length}
        isStreaming={isBusy}
        isEditable={!isBusy && shown.id !== null}
        hasTags={toolsWithTags.includes(kit.tool) || shown.text.tags.length > 0}
        search={search}
        nodes={shown.nodes}
        notes={notes}
        actions={
          !isBusy &&
          shown.id !== null && (
            <Suspense>
              <DocumentActions
                key={shown.id}
                tool={kit.tool}
                work={work}
                document={shown}
                statusSlot={statusSlot}
                tokens={tokens}
                images={images}
                onAgain={
                  shown.promptUse === null && !kit.isOwn ? (mode) => actions.writeAgain(id!, mode) : null
                }
                onCopy={() =>
                  void actions.copy({
                    plain: readText.current?.plain() ?? shown.text.content,
                    html: readText.current?.html() ?? '',
                  })
                }
              />
            </Suspense>
          )
        }
        above={
          !isBusy &&
          shown.id !== null && (
            <Suspense>
              <BlanksPanel key={shown.key} content={content} {...blankActions} />
            </Suspense>
          )
        }
        below={
          <>
            {!isBusy && (
              <Suspense>
                <TextCounts
                  key={shown.key}
                  tool={kit.tool}
                  content={content}
                  asked={asked}
                  goal={shown.goal}
                  onGoal={id === null ? null : work.setGoal}
                />
              </Suspense>
            )}
            {!isBusy && 'tone' in asked && asked.tone === 'custom' && (
              <Suspense>
                <OwnManner content={content} />
              </Suspense>
            )}
            {(shown.sources.length > 0 || shown.leftOut.length > 0) && (
              <Suspense>
                <ReadSources sources={shown.sources} leftOut={shown.leftOut} />
              </Suspense>
            )}
            {kit.Result && (
              <kit.Result
                document={shown}
                isMakingPictures={isMakingPictures}
                pictures={pictures}
                asked={asked}
                content={content}
                onCopy={(plain) => void actions.copy({ plain })}
              />
            )}
            {!isBusy && (
              <Suspense>
                <SectionsPanel
                  tool={kit.tool}
                  content={content}
                  limits={'questions' in asked ? (asked.questions as never[]) : []}
                  canRewrite={shown.id !== null}
                  isSaved={!shown.isDirty}
                  onSection={(order, price) => void actions.writeSection(shown.id!, order, price)}
                />
              </Suspense>
            )}
          </>
        }
        onText={work.edit}
        onReady={storeAccess}
        onStatusSlot={setStatusSlot}
        onCopyTags={() => void actions.copy({ plain: shown.text.tags.map((tag) => `#${tag}`).join(' ') })}
      />
    </Suspense>
  )
}) as <Draft extends FormDraft>(props: TextPaneProps<Draft>) => React.ReactNode
