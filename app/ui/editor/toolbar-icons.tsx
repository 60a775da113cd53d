import type { Alignment } from '#shared/text-marks.ts'
import { Icon } from '#app/ui/icons.tsx'

export const HighlightIcon = () => (
  <Icon size={18}>
    <path d="m7.5 11.5 6-8 3.5 2.6-6 8-4.2 1ZM7.5 11.5 11 14.1M3 17.5h8" />
  </Icon>
)

const shortLines: Record<Alignment, string> = {
  left: 'M3 8.7h8M3 15.3h8',
  center: 'M6 8.7h8M6 15.3h8',
  right: 'M9 8.7h8M9 15.3h8',
}
/** Lines of text, the short ones at the side. */
export const AlignIcon = ({ to }: { to: Alignment }) => (
  <Icon size={18}>
    <path d={`M3 5.4h14M3 12h14${shortLines[to]}`} />
  </Icon>
)
