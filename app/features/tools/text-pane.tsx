import { lazy, memo, Suspense, useRef, type ComponentType } from 'react'
import type { SectionOrder } from './sections-panel.tsx'
import type { FormDraft, PictureActions, PictureOrder, ToolKit } from './tool-kit.ts'
import type { DocumentWork, OpenDocument } from './use-document.ts'
import { isGoing } from './run-state.ts'
import type { EditorAccess } from '#app/ui/editor/editor.tsx'
import type { Run } from './use-run.ts'
import styles from './tool-page.module.css'

/** Where it stands on the page. */
export const textPaneId = 'text-pane'

// A visitor's first look is the form: what shows a text comes when there is one. Where the server sent one, its code is at hand before the
// page is taken over: React makes a part anew that hears of a change before it came alive, and everything would jump.
const isSent =
  typeof document !== 'undefined' && document.getElementById(textPaneId)?.dataset.hasText !== undefined
const part = async <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  isSent ? (await load()).default : lazy(load)
const [RunNotes, WritingPane, DocumentActions, OutlineEditor, ReadSources, SectionsPanel] = await Promise.all(
  [
    part(() => import('./run-notes.tsx')),
    part(() => import('./writing-pane.tsx')),
    part(() => import('./document-actions.tsx')),
    part(() => import('./outline-editor.tsx')),
    part(() => import('./read-sources.tsx')),
    part(() => import('./sections-panel.tsx')),
  ],
)

type TextPaneProps<Draft extends FormDraft> = {
  kit: ToolKit<Draft>
  shown: OpenDocument
  /** What the open text was written from. */
  asked: Draft
  run: Run
  work: DocumentWork
  /** Images that the form asks for. */
  images: number
  /** What the text to a plan will cost; null when there is more than a plan. */
  plan: { tokens: number; images: number } | null
  actions: {
    writeAgain: (id: number, mode: 'continue' | 'regenerate', outline?: string[]) => void
    writeSection: (id: number, order: SectionOrder) => Promise<unknown>
    makePicture: (id: number, order: PictureOrder) => Promise<unknown>
    copy: (text: { plain: string; html?: string }) => Promise<unknown>
    followAgain: () => void
    tryAgain: () => void
  }
}

/** The text beside the form, or its plan. What is typed into the form does not draw it anew. */
export const TextPane = memo(function TextPane<Draft extends FormDraft>(props: TextPaneProps<Draft>) {
  const { kit, shown, asked, run, work, plan, actions } = props
  const readText = useRef<EditorAccess>(undefined)
  const isBusy = isGoing(run.state)
  const notes = (
    <Suspense>
      <RunNotes document={shown} run={run} onFollow={actions.followAgain} onRetry={actions.tryAgain} />
    </Suspense>
  )
  if (plan !== null)
    return (
      <Suspense>
        <div className={styles.notes}>{notes}</div>
        <OutlineEditor
          key={shown.key}
          outline={shown.outline}
          language={shown.language}
          price={plan}
          onWrite={(outline) => actions.writeAgain(shown.id!, 'continue', outline)}
        />
      </Suspense>
    )
  const content = shown.source ?? shown.text.content
  const stages = run.state.runId === shown.id ? run.state.stages : []
  const isMakingPictures =
    isBusy && stages.some(({ stage, state }) => stage === 'images' && state === 'active')
  const { id } = shown
  const pictures: PictureActions | null =
    isBusy || id === null
      ? null
      : {
          make: (order) => void actions.makePicture(id, order),
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
        isStreaming={isBusy}
        isEditable={!isBusy && shown.id !== null}
        nodes={shown.nodes}
        notes={notes}
        actions={
          !isBusy &&
          shown.id !== null && (
            <Suspense>
              <DocumentActions
                key={shown.id}
                work={work}
                document={shown}
                images={props.images}
                onAgain={(mode) => actions.writeAgain(shown.id!, mode)}
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
        result={
          <>
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
                  onSection={(order) => void actions.writeSection(shown.id!, order)}
                />
              </Suspense>
            )}
          </>
        }
        onText={work.edit}
        onReady={(read) => {
          readText.current = read
        }}
        onCopyTags={() => void actions.copy({ plain: shown.text.tags.map((tag) => `#${tag}`).join(' ') })}
      />
    </Suspense>
  )
}) as <Draft extends FormDraft>(props: TextPaneProps<Draft>) => React.ReactNode
