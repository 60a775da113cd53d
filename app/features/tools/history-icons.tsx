// Apart from app/ui/icons.tsx, which every page loads.
import { Icon } from '#app/ui/icons.tsx'

export const PencilIcon = () => (
  <Icon size={18}>
    <path d="M4 16l.8-3.4L13.2 4.2a1.5 1.5 0 0 1 2.1 0l.5.5a1.5 1.5 0 0 1 0 2.1L7.4 15.2 4 16Z" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon size={18}>
    <rect x="7" y="7" width="9.5" height="9.5" rx="1.5" />
    <path d="M4.5 13A1.5 1.5 0 0 1 3.5 11.5v-7a1 1 0 0 1 1-1h7A1.5 1.5 0 0 1 13 4.5" />
  </Icon>
)
