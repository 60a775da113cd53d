import { Button } from '@mantine/core'
import { Suspense, type ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { lazyWithRetry } from '#app/session/lazy-with-retry.ts'
import { fillPrompt } from '#shared/prompt-variables.ts'
import { estimatePromptRun } from '#shared/prompts-run.ts'
import { useRootData } from '#app/session/root-data.ts'
import { isBlockingError } from '#app/session/is-blocking-error.ts'
import { useMutation } from '#app/session/use-mutation.ts'
import { AnswerColumns } from './answer-columns.tsx'
import { AnswerView, CopyButton } from './answer-view.tsx'
import { asItStands, groupTurns, type Turn } from './conversation.ts'
import { FollowUp } from './follow-up.tsx'
import { useThankButton } from './prompt-actions.tsx'
import type { PromptRunState } from './prompt-run-state.ts'
import type { Prompt } from './prompts-data.ts'
import { editResult, type PromptRun } from './run-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import { useStartRun } from './use-start-run.ts'
import styles from './conversation-view.module.css'

const BlockingErrorDialog = lazyWithRetry(() => import('#app/session/blocking-error-dialog.tsx'))

export type ConversationProps = {
  prompt: Prompt | null
  uses: PromptRun[]
  run: PromptRunState
  isBusy: boolean
  /** Replaces the button for a follow-up; null when the stop button is elsewhere. */
  stop: ReactNode
}

/** Questions and answers in their order, and the box for the next question. */
export default function ConversationView(props: ConversationProps) {
  const { t } = useTranslation('prompts', 'runs', 'errors')
  const { revalidate } = useRevalidator()
  const by = useRootData()?.promptModels ?? { gpt: 'demo', gemini: 'demo', claude: 'demo' }
  const { start, isStarting, refusal, clearRefusal } = useStartRun()
  const uses = props.uses.map((use) => asItStands(use, props.run))
  const turns = groupTurns(uses)
  const [first] = turns
  const root = props.uses[0]
  const { isBusy } = props
  const hasAnswer = uses.some(({ result, status }) => result.trim() !== '' && status !== 'running')

  /** The new row arrives with the rows; their component follows the active run. */
  const begin = async (body: object): Promise<boolean> => {
    const runId = await start(body)
    if (runId !== null) await revalidate()
    return runId !== null
  }
  const said = (until: number, model: PromptRun['model']) =>
    turns
      .slice(0, until)
      .flatMap(({ question, columns }) => {
        const answer = columns.find((column) => column.model === model)?.answers.at(-1)
        return answer ? [question ?? fillPrompt(answer.prompt, answer.prompt_parameter), answer.result] : []
      })
      .join('\n')
  const actions = (index: number) => (answer: PromptRun) => (
    <>
      {answer.result && <CopyButton text={answer.result} />}
      {answer.result && <EditButton answer={answer} />}
      <Button
        variant="subtle"
        size="sm"
        disabled={isBusy || isStarting}
        onClick={() => void begin({ regenerated_from_id: answer.id })}
      >
        {t('runs.answer.again', {
          tokens: estimatePromptRun(
            `${said(index, answer.model)}\n${fillPrompt(answer.prompt, answer.prompt_parameter)}`,
            answer.result,
            [by[answer.model]],
          ).expected,
        })}
      </Button>
    </>
  )
  if (!root || !first) return null
  return (
    <div className={styles.conversation}>
      {turns.map((turn, index) => (
        <section key={turn.id} className="u-stack4">
          {turn.question !== null && <Question text={turn.question} />}
          <Answers turn={turn} isNamed={first.columns.length > 1} actions={actions(index)} />
        </section>
      ))}
      {hasAnswer && !isBusy && props.prompt && !props.prompt.is_own && <Thank prompt={props.prompt} />}
      {(hasAnswer || props.stop) && (
        <div className={styles.follow}>
          <FollowUp
            models={first.columns.map(({ model }) => model)}
            priceOf={({ prompt, model }) =>
              estimatePromptRun(`${said(turns.length, model)}\n${prompt}`, '', [by[model]]).expected
            }
            onAsk={({ prompt, model }) =>
              begin({ prompt_use_id: root.id, prompt, ...(first.columns.length > 1 ? { model } : {}) })
            }
            isStarting={isStarting}
            isBusy={isBusy}
            stop={props.stop}
          />
        </div>
      )}
      {refusal && !isBlockingError(refusal) && (
        <p className="u-problem" role="alert">
          {t(`errors.${refusal.code}`, { count: refusal.detail?.count ?? 0 })}
        </p>
      )}
      {refusal && isBlockingError(refusal) && (
        <Suspense>
          <BlockingErrorDialog error={refusal} onClose={clearRefusal} />
        </Suspense>
      )}
    </div>
  )
}

function Thank({ prompt }: { prompt: Prompt }) {
  const { t } = useTranslation('prompts', 'runs')
  const thank = useThankButton(prompt)
  return (
    <p className={styles.thank}>
      <Button
        variant="default"
        size="sm"
        aria-pressed={thank.isThanked}
        disabled={thank.isThanked}
        onClick={() => void thank.thank()}
      >
        {t(thank.isThanked ? 'prompts.action.thanked' : 'prompts.action.thank')}
      </Button>
    </p>
  )
}

function Answers(props: { turn: Turn; isNamed: boolean; actions: (answer: PromptRun) => ReactNode }) {
  const { columns } = props.turn
  const [only] = columns
  if (columns.length > 1) return <AnswerColumns columns={columns} actions={props.actions} />
  return only ? <AnswerView answers={only.answers} isNamed={props.isNamed} actions={props.actions} /> : null
}

function Question({ text }: { text: string }) {
  const { t } = useTranslation('prompts', 'runs')
  return (
    <p className={styles.question} dir="auto">
      <span className="spoken-only">{t('runs.follow.question')}: </span>
      {text}
    </p>
  )
}

/** Opens the answer as a text of the member's own: with the editor, its exports and its history. */
function EditButton({ answer }: { answer: PromptRun }) {
  const { t, language: site } = useTranslation('prompts', 'runs')
  const navigate = useNavigate()
  const { send, isPending } = useMutation()
  const open = () =>
    send(async ({ supabase }) => {
      const language = /[가-힣]/.test(answer.result) ? 'Korean' : 'English'
      const id = await editResult(await supabase(), answer.id, language)
      await navigate(`/${site}/tool/use?tool=document&id=${id}`)
    })
  return (
    <Button variant="default" size="sm" loading={isPending} onClick={() => void open()}>
      {t('runs.answer.edit')}
    </Button>
  )
}
