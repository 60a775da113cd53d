import type { Language } from '#shared/language.ts'
import { formatDay, formatWon } from '#shared/payments-text.ts'
import type { Alarm } from './alarms-data.ts'
import type { Translate } from '#app/session/words.tsx'

/** An alarm's text and link; `href` is null when there is no page to open. */
export type AlarmText = { title: string; text: string | null; href: string | null }

/** Composes an alarm's text in the reader's language. Missing data is left out, never invented. */
export function describeAlarm(alarm: Alarm, t: Translate<'alarms'>, language: Language): AlarmText {
  const { kind, data } = alarm
  const about = text(data.title)
  const href = hrefOf(alarm, language)
  switch (kind) {
    case 'tool_execute':
    case 'prompt_thank':
    case 'prompt_execute':
    case 'contact_reply':
    case 'question_asked':
      return { title: t(`alarms.kind.${kind}.title`), text: about, href }
    case 'prompt_reviewed': {
      const words = data.is_taken_down
        ? 'titleDown'
        : data.is_edit
          ? 'titleEdit'
          : data.is_show === false
            ? 'titleHidden'
            : 'title'
      return { title: t(`alarms.kind.prompt_reviewed.${words}`), text: about, href }
    }
    case 'custom_tone':
    case 'payment_failed':
    case 'team_invited':
    case 'team_joined':
    case 'team_removed':
    case 'refund_asked':
    case 'refund_declined':
      return { title: t(`alarms.kind.${kind}.title`), text: t(`alarms.kind.${kind}.text`), href }
    case 'invite_rewarded': {
      const { tokens, images } = data
      const isKnown = typeof tokens === 'number' && typeof images === 'number'
      const reward = isKnown ? t('alarms.kind.invite_rewarded.text', { tokens, images }) : null
      return { title: t('alarms.kind.invite_rewarded.title'), text: reward, href }
    }
    case 'balance_low': {
      const { percent } = data
      return {
        title:
          typeof percent === 'number'
            ? t('alarms.kind.balance_low.title', { percent })
            : t('alarms.kind.balance_low.titlePlain'),
        text: t('alarms.kind.balance_low.text'),
        href,
      }
    }
    case 'payment_refunded': {
      const { amount } = data
      return {
        title: t('alarms.kind.payment_refunded.title'),
        text:
          typeof amount === 'number'
            ? t('alarms.kind.payment_refunded.text', { amount: formatWon(amount, language) })
            : null,
        href,
      }
    }
    case 'subscription_ending': {
      const date = describeDay(data.date, language)
      return {
        title: t('alarms.kind.subscription_ending.title'),
        text: date && t('alarms.kind.subscription_ending.text', { date }),
        href,
      }
    }
    case 'renewal_soon': {
      const { amount } = data
      const date = describeDay(data.date, language)
      const isKnown = date !== null && typeof amount === 'number'
      return {
        title: t('alarms.kind.renewal_soon.title'),
        text: isKnown
          ? t('alarms.kind.renewal_soon.text', { date, amount: formatWon(amount, language) })
          : null,
        href,
      }
    }
    case 'rank_changed':
      return {
        title: t(`alarms.kind.rank_changed.${data.is_first ? 'title' : 'titleLeft'}`),
        text: about,
        href,
      }
    case 'keyword_changed': {
      const { count } = data
      const isKnown = about !== null && typeof count === 'number'
      const words = isKnown && count > 1 ? 'textMore' : 'text'
      return {
        title: t('alarms.kind.keyword_changed.title'),
        text: isKnown
          ? t(`alarms.kind.keyword_changed.${words}`, { keyword: about, count: count - 1 })
          : null,
        href,
      }
    }
    case 'second_factor': {
      const state = data.state === 'asked' ? 'asked' : data.state === 'recovered' ? 'recovered' : 'removed'
      const date = describeDay(data.date, language) ?? ''
      return {
        title: t(`alarms.kind.second_factor.${state}.title`),
        text: t(`alarms.kind.second_factor.${state}.text`, { date }),
        href,
      }
    }
    case 'notice':
      return { title: text(data[language]) ?? t('alarms.kind.notice.title'), text: null, href }
  }
}

/** The page of each kind. A kind is raised by the feature that has its page. */
function hrefOf({ kind, source_id: sourceId, data }: Alarm, language: Language): string | null {
  const id = /^\d+/.exec(sourceId)?.[0]
  const inside = (path: string) => `/${language}${path}`
  switch (kind) {
    case 'tool_execute':
      return id ? inside(`/tool/use?tool=${encodeURIComponent(text(data.tool) ?? 'article')}&id=${id}`) : null
    case 'prompt_thank':
    case 'prompt_execute':
      return id ? inside(`/prompt/detail/${id}`) : null
    // A returned prompt is edited on the page that shows the reason.
    case 'prompt_reviewed':
      return id ? inside(`/prompt/${data.is_show === false ? 'modify' : 'detail'}/${id}`) : null
    case 'contact_reply':
      return inside('/contact')
    case 'question_asked':
      return id ? inside(`/admin/question/${id}`) : null
    case 'keyword_changed':
    case 'rank_changed':
      return inside('/tool/keyword/saved')
    case 'custom_tone':
      return inside('/my/tone')
    case 'invite_rewarded':
      return inside('/my/invite')
    case 'team_invited':
    case 'team_joined':
    case 'team_removed':
      return inside('/my/team')
    case 'balance_low':
      return inside('/price')
    case 'payment_failed':
    case 'payment_refunded':
    case 'subscription_ending':
    case 'refund_declined':
    case 'renewal_soon':
      return inside('/my/plan')
    case 'refund_asked':
      return inside('/admin/refund')
    case 'second_factor':
      return inside('/my/setting')
    case 'notice': {
      const path = text(data.path)
      return path && /^\/[\w-]+(\/[\w-]+)*$/.test(path) ? inside(path) : null
    }
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value : null)

function describeDay(value: unknown, language: Language): string | null {
  const day = text(value)
  const time = day ? Date.parse(day) : Number.NaN
  if (Number.isNaN(time)) return null
  return formatDay(new Date(time).toISOString(), language)
}
