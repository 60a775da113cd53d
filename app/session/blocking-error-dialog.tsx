import { Button } from '@mantine/core'
import type { AppError } from '#shared/errors.ts'
import type { BlockingErrorCode } from './is-blocking-error.ts'
import { useTranslation } from './words.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import SignInAgain from './sign-in-again.tsx'

/**
 * Shows why a run was refused and what to do: see the plans (T17), get more images (T18), or remove the link (T16).
 * Other actions are to follow the active run (T15) or to sign in again.
 */
export default function BlockingErrorDialog(props: RefusalProps) {
  const { code } = props.error
  if (code !== 'sign_in_required' && code !== 'foreign_uuid') return <WayOn {...props} />
  return <SignInAgain isOther={code === 'foreign_uuid'} onClose={props.onClose} />
}

type RefusalProps = { error: AppError & { code: BlockingErrorCode }; onClose: () => void }

function WayOn({ error, onClose }: RefusalProps) {
  const { t, language } = useTranslation('refusals')
  const { title, text, action } = describe()
  return (
    <Dialog isOpen title={title} closeLabel={t('site.close')} onClose={onClose} actions={action}>
      <p>{text}</p>
    </Dialog>
  )

  function describe() {
    const plans = (
      <LinkButton to={`/${language}/price`} variant="filled">
        {t('tools.plans')}
      </LinkButton>
    )
    switch (error.code) {
      case 'no_tokens':
        return {
          title: t('refusals.noTokens.title'),
          text: t('refusals.noTokens.text', {
            needed: error.detail?.needed ?? 0,
            available: error.detail?.available ?? 0,
          }),
          action: (
            <>
              <LinkButton to={`/${language}/price#packs`}>{t('refusals.noTokens.packs')}</LinkButton>
              {plans}
            </>
          ),
        }
      case 'no_image_credits':
        return {
          title: t('refusals.noCredits.title'),
          text: t('refusals.noCredits.text', {
            needed: error.detail?.needed ?? 1,
            available: error.detail?.available ?? 0,
          }),
          action: (
            <LinkButton to={`/${language}/price#packs`} variant="filled">
              {t('refusals.noCredits.packs')}
            </LinkButton>
          ),
        }
      case 'consent_required':
        return {
          title: t('refusals.consent.title'),
          text: t('refusals.consent.text'),
          // Opens another window, because the page holds the member's input.
          action: (
            <Button
              component="a"
              href={`/${language}/sign/consent?redirect=/${language}/sign/back`}
              target="_blank"
            >
              {t('refusals.consent.action')}
            </Button>
          ),
        }
      case 'plan_required':
        return {
          title: t('refusals.planRequired.title'),
          text: t('refusals.planRequired.text'),
          action: plans,
        }
      default:
        return going()
    }
  }

  /** Only one run at a time: shows the active run and a link to it. */
  function going() {
    const {
      run_id: toolRun,
      prompt_use_id: promptRun,
      tone_analysis_id: analysis,
      edit_of_id: editedText,
      keyword_search_id: search,
    } = error.detail ?? {}
    const of = (kind: 'text' | 'answer' | 'tone' | 'command' | 'keyword', to: string | null) => ({
      title: t(`refusals.running.${kind}.title`),
      text: t(`refusals.running.${kind}.text`),
      action: followAction(to, t(`refusals.running.${kind}.follow`)),
    })
    if (promptRun) return of('answer', `/prompt/use?run=${promptRun}`)
    if (analysis) return of('tone', '/my/tone')
    if (editedText) return of('command', `/tool/use?tool=article&id=${editedText}`)
    if (search) return of('keyword', '/tool/keyword')
    return of('text', toolRun ? `/tool/use?tool=article&id=${toolRun}` : null)
  }

  function followAction(to: string | null, label: string) {
    if (!to)
      return (
        <Button variant="filled" onClick={onClose}>
          {t('site.close')}
        </Button>
      )
    // A full navigation: the page that is open may hold another text.
    return (
      <Button variant="filled" component="a" href={`/${language}${to}`}>
        {label}
      </Button>
    )
  }
}
