import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** A link that looks like a button. `filled` is for the one action that matters on a screen. */
export function LinkButton(props: {
  to: string
  variant?: 'filled' | 'default' | 'subtle'
  size?: 'sm' | 'md'
  isWide?: boolean
  /** The accessible name for one of several similar buttons: begins with the visible text. */
  label?: string
  children: ReactNode
}) {
  return (
    <Button
      component={Link}
      to={props.to}
      variant={props.variant ?? 'default'}
      size={props.size ?? 'md'}
      fullWidth={props.isWide ?? false}
      prefetch="intent"
      {...(props.label ? { 'aria-label': props.label } : {})}
    >
      {props.children}
    </Button>
  )
}
