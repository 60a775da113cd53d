import type { ReactNode } from 'react'
import { LinkButton } from './link-button.tsx'
import frame from './frame.module.css'

/** A list without lines: one sentence, and where to go instead. */
export function EmptyList(props: {
  text: string
  way?: { to: string; label: string; isMain?: boolean } | undefined
  children?: ReactNode
}) {
  const { text, way } = props
  return (
    <div className={frame.empty}>
      <p>{text}</p>
      {way && (
        <LinkButton to={way.to} variant={way.isMain ? 'filled' : 'default'}>
          {way.label}
        </LinkButton>
      )}
      {props.children}
    </div>
  )
}
