import { Button } from '@mantine/core'
import type { AppError } from '#shared/errors.ts'
import type { RefusalCode } from './needs-dialog.ts'
import { useMadePictureWords } from './made-picture-words.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import SignInAgain from './sign-in-again.tsx'

/** Why a run was not accepted, and what to do: see the plans (T17), get more images (T18), take out the link (T16), follow the run that is going (T15), sign in again. */
export default function RefusalDialog(props: RefusalProps) {
  const { code } = props.error
  if (code !== 'sign_in_required' && code !== 'foreign_uuid') return <WayOn {...props} />
  return <SignInAgain isOther={code === 'foreign_uuid'} onClose={props.onClose} />
}

type RefusalProps = { error: AppError & { code: RefusalCode }; onClose: () => void }

function WayOn({ error, onClose }: RefusalProps) {
  const { t, language } = useMadePictureWords()
  const { title, text, action } = describe()
  return (
    <Dialog isOpen title={title} closeLabel={t('site.close')} onClose={onClose} actions={action}>
      <p>{text}</p>
    </Dialog>
  )

  function describe() {
    const plans = (
      <LinkButton to={`/${language}/price`} variant="filled">
        {t('tools.noTokens.plans')}
      </LinkButton>
    )
    switch (error.code) {
      case 'no_tokens':
        return {
          title: t('tools.noTokens.title'),
          text: t('tools.noTokens.text', {
            needed: error.detail?.needed ?? 0,
            available: error.detail?.available ?? 0,
          }),
          action: plans,
        }
      case 'no_image_credits':
        return {
          title: t('madepictures.noCredits.title'),
          text: t('madepictures.noCredits.text', {
            needed: error.detail?.needed ?? 1,
            available: error.detail?.available ?? 0,
          }),
          action: (
            <LinkButton to={`/${language}/price#packs`} variant="filled">
              {t('madepictures.noCredits.packs')}
            </LinkButton>
          ),
        }
      case 'plan_required':
        return { title: t('tools.planRequired.title'), text: t('tools.planRequired.text'), action: plans }
      default:
        return { title: t('tools.running.title'), text: t('tools.running.text'), action: followAction() }
    }
  }

  function followAction() {
    const { run_id: toolRun, prompt_use_id: promptRun, tone_analysis_id: analysis } = error.detail ?? {}
    const to = toolRun
      ? `/tool/use?tool=article&id=${toolRun}`
      : promptRun
        ? `/prompt/use?run=${promptRun}`
        : analysis && '/my/tone'
    if (!to)
      return (
        <Button variant="filled" onClick={onClose}>
          {t('site.close')}
        </Button>
      )
    // A full navigation: the page that is open may hold another text.
    return (
      <Button variant="filled" component="a" href={`/${language}${to}`}>
        {t('tools.running.follow')}
      </Button>
    )
  }
}
