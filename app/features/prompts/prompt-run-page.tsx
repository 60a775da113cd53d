import { Button } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { modelLabels } from '#shared/model-labels.ts'
import type { AppError } from '#shared/errors.ts'
import { useMember } from '#app/session/root-data.ts'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { useFollowedRun, type FollowedRun } from '#app/session/use-followed-run.ts'
import { promptListPath } from '#app/session/prompt-list-path.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { goingRunOf, isAnswering } from './conversation.ts'
import { promptRuns, type PromptRunState } from './prompt-run-state.ts'
import type { Prompt } from './prompts-data.ts'
import type { PromptRun } from './run-data.ts'
import RunForm from './run-form.tsx'
import { RunNotes } from './run-notes.tsx'
import { useTranslation } from '#app/session/words.tsx'
import styles from './prompt-run-page.module.css'

// A page with the form alone shows no answer.
const Conversation = lazyWithRetry(() => import('./conversation-view.tsx'))
const Sample = lazyWithRetry(async () => ({ default: (await import('./answer-view.tsx')).AnswerText }))

type Props = {
  /** Null when it is no longer visible to the member. */
  prompt: Prompt | null
  /** The conversation that is open; empty for a new one. */
  uses: PromptRun[]
}

/** A prompt and its runs: the fields, and next to them the current and earlier answers. */
export function PromptUsePage({ prompt, uses }: Props) {
  const { t, language } = useTranslation('prompts', 'runs')
  const navigate = useNavigate()
  const member = useMember()
  const run = useFollowedRun(promptRuns, member?.id ?? null)
  const lineError = useFollowedConversation(uses, run)
  const [root] = uses
  const isWide = uses.some((use) => use.is_comparison)
  const isBusy = isAnswering(uses, run.state)
  const going = goingRunOf(uses)
  // The stop button is where the run was started: in the form, or in the box below the answers.
  const isOfForm = root !== undefined && !isWide && (going === root.id || run.state.runId === root.id)
  const stop = isBusy && <StopButton run={run} />
  const answers = useShownAnswers(going)
  const tried = prompt?.version === undefined ? '' : `&version=${prompt.version}`
  const openRun = (runId: number) => void navigate(`/${language}/prompt/use?run=${runId}${tried}`)

  if (!prompt && !root) return <Choose />
  const form = prompt ? (
    <RunForm
      // A run opens with its submitted values, another prompt with its own fields.
      key={`${prompt.id}:${root?.id ?? 'new'}`}
      prompt={prompt}
      {...(root ? { initial: root.prompt_parameter } : {})}
      onStarted={openRun}
      stop={isOfForm ? stop : null}
      isBusy={isBusy}
      isPane={!isWide}
    />
  ) : (
    <p className={styles.gone}>{t('runs.page.gone')}</p>
  )
  return (
    <div className={styles.page} data-wide={isWide || undefined}>
      <section className={styles.form}>
        <p className={styles.where}>
          <Link to={`/${language}/my/run`}>{t('runs.page.uses')}</Link>
        </p>
        <h1 className={styles.title} dir="auto">
          {prompt?.title ?? root?.title}
        </h1>
        {tried && <p className={styles.note}>{t('runs.page.trying')}</p>}
        {prompt && (
          <p className={styles.facts}>
            <span className={styles.model}>{modelLabels[prompt.model]}</span>
            <Link to={`/${language}/prompt/detail/${prompt.id}`}>{t('runs.page.prompt')}</Link>
          </p>
        )}
        {isWide ? (
          <details className={styles.fold}>
            <summary>{t('runs.page.change')}</summary>
            {form}
          </details>
        ) : (
          form
        )}
      </section>
      <section
        ref={answers}
        className={styles.answers}
        data-busy={isBusy || undefined}
        aria-label={t('runs.page.result')}
      >
        {root ? (
          <Suspense>
            <RunNotes uses={uses} run={run} lineError={lineError} />
            <Conversation
              key={root.id}
              prompt={prompt}
              uses={uses}
              run={run.state}
              isBusy={isBusy}
              stop={stop && !isOfForm ? stop : null}
            />
          </Suspense>
        ) : (
          <Empty prompt={prompt} />
        )}
      </section>
    </div>
  )
}

/** Follows the conversation's active run, started on any page or device, and loads its rows when it has ended. */
function useFollowedConversation(uses: PromptRun[], run: FollowedRun<PromptRunState>): AppError | null {
  const [error, setError] = useState<AppError | null>(null)
  const { revalidate } = useRevalidator()
  const going = goingRunOf(uses)
  const { follow } = run
  const { status } = run.state
  const hasEnded = status === 'done' || status === 'stopped' || status === 'failed'
  useEffect(() => {
    if (going !== null) void follow(going).then(setError)
  }, [going, follow])
  useEffect(() => {
    // The reload of the rows also updates the balance in the header.
    if (hasEnded) void revalidate()
  }, [hasEnded, revalidate])
  return error
}

/** Where the panes are stacked, the answers scroll into view when one begins. */
function useShownAnswers(going: number | null) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (going !== null && window.matchMedia('(max-width: 860px)').matches)
      pane.current?.scrollIntoView({ behavior: 'smooth' })
  }, [going])
  return pane
}

function StopButton({ run }: { run: FollowedRun<PromptRunState> }) {
  const { t } = useTranslation('prompts', 'runs')
  return (
    <Button
      variant="default"
      fullWidth
      disabled={run.isStopping || run.state.runId === null}
      onClick={() => void run.stop()}
    >
      <span className={styles.stop} aria-hidden="true" />
      {t(run.isStopping ? 'runs.answer.stopping' : 'runs.answer.stop')}
    </Button>
  )
}

/** Before the first run: the author's answer, or a placeholder for the answer. */
function Empty({ prompt }: { prompt: Prompt | null }) {
  const { t } = useTranslation('prompts', 'runs')
  if (prompt?.sample_result)
    return (
      <div className={styles.empty}>
        <h2 className="u-title4">{t('runs.page.sample')}</h2>
        <p className={styles.note}>{t('prompts.detail.sampleNote')}</p>
        <Suspense>
          <Sample text={prompt.sample_result} />
        </Suspense>
      </div>
    )
  return (
    <div className={styles.empty}>
      <h2 className="u-title4">{t('runs.page.emptyTitle')}</h2>
      <p className={styles.note}>{t('runs.page.emptyText')}</p>
    </div>
  )
}

function Choose() {
  const { t, language } = useTranslation('prompts', 'runs')
  return (
    <div className={styles.choose}>
      <h1 className={styles.title}>{t('runs.page.chooseTitle')}</h1>
      <p className={styles.note}>{t('runs.page.chooseText')}</p>
      <p className="u-wide-row u-mt3">
        <LinkButton to={promptListPath(language)} variant="filled">
          {t('runs.page.chooseAction')}
        </LinkButton>
        <LinkButton to={`/${language}/my/run`}>{t('runs.page.uses')}</LinkButton>
      </p>
    </div>
  )
}
