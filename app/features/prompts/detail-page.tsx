import { Button } from '@mantine/core'
import { Link, useLocation, useNavigate } from 'react-router'
import { modelLabels } from '#shared/model-labels.ts'
import { isFormerMember } from '#shared/former-member.ts'
import { signUpTokens } from '#shared/usage.ts'
import { signInPath } from '#app/session/redirects.ts'
import { ViewCount } from '#app/session/view-count.ts'
import type { MarkdownNode } from '#app/ui/editor/markdown-tree.ts'
import { MarkdownView } from '#app/ui/editor/markdown-view.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { RelativeTime } from '#app/ui/relative-time.tsx'
import { showToast } from '#app/ui/toast.tsx'
import { PromptActions } from './prompt-actions.tsx'
import { PromptCards } from './prompt-card.tsx'
import type { CategoryLabels, Prompt, PromptLine } from './prompts-data.ts'
import { useTranslation } from '#app/session/words.tsx'
import RunForm from './run-form.tsx'
import frame from '#app/ui/frame.module.css'
import card from './prompt-card.module.css'
import styles from './detail-page.module.css'

type Props = {
  prompt: Prompt
  similar: PromptLine[]
  labels: CategoryLabels
  /** The sample result, read from its Markdown. */
  sample: MarkdownNode[]
}

/** One prompt: public except for its text, which only members can read (P04, P07). */
export function PromptDetailPage({ prompt, similar, labels, sample }: Props) {
  const { t, language } = useTranslation('prompts')
  const navigate = useNavigate()
  return (
    <div className={frame.wide}>
      <ViewCount promptId={prompt.id} />
      <article className={styles.article}>
        <Header prompt={prompt} labels={labels} />
        <section className={styles.section}>
          <h2>{t('prompts.detail.about')}</h2>
          <p className={styles.text} lang={prompt.language} dir="auto">
            {prompt.description}
          </p>
        </section>
        <section className={styles.section}>
          <div className="u-card">
            <RunForm
              prompt={prompt}
              isTitled
              onStarted={(runId) => void navigate(`/${language}/prompt/use?run=${runId}`)}
            />
          </div>
        </section>
        <section className={styles.section}>
          <h2>{t('prompts.detail.text')}</h2>
          {prompt.prompt === null ? <Invitation /> : <PromptText prompt={prompt} text={prompt.prompt} />}
        </section>
        {prompt.sample_result && (
          <section className={styles.section}>
            <h2>{t('prompts.detail.sample')}</h2>
            <p className={styles.note}>{t('prompts.detail.sampleNote')}</p>
            <div className={styles.sample}>
              <MarkdownView nodes={sample} language={{ lang: prompt.language, dir: 'ltr' }} isPublic />
            </div>
          </section>
        )}
      </article>
      {similar.length > 0 && (
        <section className={styles.section}>
          <h2>{t('prompts.detail.similar')}</h2>
          <PromptCards lines={similar} labels={labels} label={t('prompts.detail.similar')} />
        </section>
      )}
    </div>
  )
}

function Header({ prompt, labels }: Pick<Props, 'prompt' | 'labels'>) {
  const { t, language } = useTranslation('prompts')
  return (
    <header>
      <p className={styles.category}>
        <Link to={`/${language}/prompt/list?main=${prompt.category_main}`}>
          {labels[prompt.category_main]}
        </Link>{' '}
        · {labels[prompt.category_sub]}
      </p>
      <h1 className={styles.title} lang={prompt.language} dir="auto">
        {prompt.title}
      </h1>
      <p className={styles.facts}>
        <span className={card.model}>{modelLabels[prompt.model]}</span>
        {isFormerMember(prompt.author.nickname) ? (
          <span>{t('prompts.detail.byFormer')}</span>
        ) : (
          <span className={styles.author}>
            <Avatar person={prompt.author} />
            {t('prompts.detail.by', { name: prompt.author.nickname })}
          </span>
        )}
        <RelativeTime iso={prompt.created_at} language={language} />
        <span>{t('prompts.card.views', { count: prompt.view_count })}</span>
        <span>{t('prompts.card.uses', { count: prompt.use_count })}</span>
      </p>
      {!prompt.is_show && <p className={styles.waiting}>{t('prompts.detail.waiting')}</p>}
      <PromptActions key={prompt.id} prompt={prompt} />
    </header>
  )
}

function Invitation() {
  const { t, language } = useTranslation('prompts')
  const { pathname, search } = useLocation()
  return (
    <div className={`u-card ${styles.invitation}`}>
      <p className="u-bold">{t('prompts.detail.invite')}</p>
      <p className={styles.note}>{t('prompts.detail.inviteText', { tokens: signUpTokens })}</p>
      <LinkButton to={signInPath(language, { pathname, search })}>{t('prompts.detail.signIn')}</LinkButton>
    </div>
  )
}

function PromptText({ prompt, text }: { prompt: Prompt; text: string }) {
  const { t } = useTranslation('prompts')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ message: t('prompts.detail.copied') })
    } catch (error) {
      console.warn('Copying was refused.', error)
      showToast({ message: t('prompts.detail.copyFailed'), tone: 'error' })
    }
  }
  return (
    <>
      <p className={styles.source} lang={prompt.language} dir="auto">
        {text}
      </p>
      <Button variant="default" onClick={() => void copy()}>
        {t('prompts.detail.copy')}
      </Button>
    </>
  )
}
