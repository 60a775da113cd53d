import type { ReactNode } from 'react'

/**
 * Line icons on a 20 px grid, in the colour of the surrounding text. Decorative: the element around them has a name.
 */
export function Icon({ children, size = 20 }: { children: ReactNode; size?: number | undefined }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

type IconProps = { size?: number }

export const CheckIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="m4.5 10.5 3.5 3.5 7.5-8" />
  </Icon>
)
export const CloseIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
)
export const SearchIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M13 13.5 16.5 17M14.5 8.75a5.75 5.75 0 1 1-11.5 0 5.75 5.75 0 0 1 11.5 0Z" />
  </Icon>
)
export const MenuIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M3.5 6h13M3.5 10h13M3.5 14h13" />
  </Icon>
)
export const ArrowIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 10h12m-5-5 5 5-5 5" />
  </Icon>
)
export const SunIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <circle cx="10" cy="10" r="3.2" />
    <path d="M10 2.5v1.8M10 15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7 6 6M14 14l1.3 1.3M15.3 4.7 14 6M6 14l-1.3 1.3" />
  </Icon>
)
export const MoonIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M16 12.2A6.6 6.6 0 0 1 7.8 4a6.6 6.6 0 1 0 8.2 8.2Z" />
  </Icon>
)
export const DeviceIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <rect x="3" y="4" width="14" height="9.5" rx="1.5" />
    <path d="M7.5 16.5h5" />
  </Icon>
)
export const BellIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M5 13.5V9a5 5 0 0 1 10 0v4.5l1.2 1.5H3.8L5 13.5ZM8.3 17.2a1.9 1.9 0 0 0 3.4 0" />
  </Icon>
)
