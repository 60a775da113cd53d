import type { ReactNode } from 'react'
import type { AlarmKind } from '#shared/alarms.ts'
import { Icon } from '#app/ui/icons.tsx'

const shapes: Record<AlarmKind, ReactNode> = {
  // A heart, given.
  prompt_thank: <path d="M10 16.5 3.8 10.2a3.8 3.8 0 0 1 5.4-5.4l.8.8.8-.8a3.8 3.8 0 0 1 5.4 5.4L10 16.5Z" />,
  prompt_execute: <path d="M6 4.5 15 10l-9 5.5v-11Z" />,
  // A sheet with lines.
  tool_execute: <path d="M5 3h7l3 3v11H5V3Zm2.5 6h5M7.5 12h5M7.5 15h3" />,
  contact_reply: <path d="M3.5 4.5h13v9H9l-3.5 3v-3h-2v-9Z" />,
  // The same, with a mark.
  question_asked: <path d="M3.5 4.5h13v9H9l-3.5 3v-3h-2v-9ZM10 6.500v3M10 11.500v.1" />,
  // A brush.
  custom_tone: <path d="m16.5 3.5-7.4 7.4 1.5 1.5 5.9-8.9ZM8 12.2c-2.2 0-2 2.6-4.5 3.8 2.6 1 6 .4 6-2.3" />,
  prompt_reviewed: (
    <path d="M10 2.8 4 5v5c0 3.6 2.5 6 6 7.2 3.5-1.2 6-3.6 6-7.2V5l-6-2.2Zm-2.5 7 1.9 1.9 3.3-3.8" />
  ),
  invite_rewarded: (
    <path d="M3.5 9h13v7.5h-13V9Zm-.5-3h14v3H3V6Zm7 0v10.5M10 6C8 6 6.5 5.3 6.5 4.2S8.5 2.8 10 6Zm0 0c2 0 3.5-.7 3.5-1.8S11.5 2.8 10 6Z" />
  ),
  balance_low: <path d="M3.2 14a7 7 0 1 1 13.6 0M10 13.5 6.8 9.2M10 13.5a.8.8 0 1 0 .010 0" />,
  payment_failed: <path d="M2.8 5h14.4v10H2.8V5Zm0 3.2h14.4M5.5 12h3" />,
  // A card, and a return arrow.
  payment_refunded: (
    <path d="M2.8 8V5h14.400v10H10M2.800 8.200h14.400M2.500 13.500h5M4.500 11.500l-2 2 2 2" />
  ),
  // The same return arrow, asked for and stopped.
  refund_asked: <path d="M17 14.500V6.500H4M7 3.500l-3 3 3 3M4.500 14.500h6" />,
  refund_declined: <path d="M17 14.500V6.500H4M7 3.500l-3 3 3 3M4 12l5 5M9 12l-5 5" />,
  // A lock.
  second_factor: <path d="M5 9h10v7.5H5V9Zm2 0V6.5a3 3 0 0 1 6 0V9m-3 3v1.8" />,
  subscription_ending: <path d="M3.5 5h13v11.5h-13V5Zm0 3.5h13M7 3v3.5M13 3v3.5" />,
  // A calendar, and a round arrow.
  renewal_soon: (
    <path d="M3.5 5h13v11.5h-13V5Zm0 3.5h13M7 3v3.5M13 3v3.5M12 12.500a2 2 0 1 1-.600-1.400M12 10.300v1.300h-1.300" />
  ),
  // A rising line.
  keyword_changed: <path d="M3 15.500 8 10l3 3 6-7M12.500 6H17v4.500" />,
  // A winner's steps.
  rank_changed: <path d="M3 16.500v-4h4.500v-4h5v5.500H17v2.500H3Z" />,
  notice: <path d="M4 8v4h2.5l6 3.5v-11L6.5 8H4Zm11.5-.5a4 4 0 0 1 0 5M7 12.2l1 4" />,
  // Two people; with space for one more, with both, or with one leaving.
  team_invited: (
    <path d="M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.5c.4-3 2.5-4.5 5.5-4.5s5.1 1.5 5.5 4.5M15.5 5v6M12.5 8h6" />
  ),
  team_joined: (
    <path d="M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.5c.4-3 2.5-4.5 5.5-4.5s5.1 1.5 5.5 4.5M13 3.8a3 3 0 0 1 0 5.4M15 12.4c1.700.7 2.700 2 3 4.1" />
  ),
  team_removed: (
    <path d="M7.5 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2 16.5c.4-3 2.5-4.5 5.5-4.5s5.1 1.5 5.5 4.5M12.5 8h6" />
  ),
}

/** An icon for each kind, next to text with the same meaning. */
export function AlarmIcon({ kind }: { kind: AlarmKind }) {
  return <Icon size={20}>{shapes[kind]}</Icon>
}
