import type { ReactNode } from 'react'
import type { ToneIcon as Name } from '#shared/tones.ts'
import { Icon } from '#app/ui/icons.tsx'

const shapes: Record<Name, ReactNode> = {
  pen: <path d="M3.5 16.5 5 12 13.5 3.5l3 3L8 15Zm8-11 3 3" />,
  book: (
    <path d="M10 5.5C8 4 5.500 4 3 4.500v11c2.500-.5 5-.5 7 1 2-1.500 4.500-1.500 7-1v-11c-2.500-.5-5-.5-7 1Zm0 0v11" />
  ),
  leaf: <path d="M4 16c0-8 4-12 12.500-12C16.500 12 12.500 15 6 14.500M4 16c2-4 4.500-6 8-7.500" />,
  cup: <path d="M4 7h10v5a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4Zm10 1.500h1a2 2 0 0 1 0 4h-1M7 2.500v2M11 2.500v2" />,
  spark: (
    <path d="M10 2.500c.7 4.600 2.900 6.800 7.500 7.500-4.600.7-6.800 2.900-7.500 7.500-.7-4.600-2.900-6.800-7.500-7.500 4.600-.7 6.800-2.900 7.500-7.500Z" />
  ),
  compass: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m13 7-1.700 4.300L7 13l1.700-4.300Z" />
    </>
  ),
  voice: (
    <path d="M7.500 5a2.500 2.500 0 0 1 5 0v5a2.500 2.500 0 0 1-5 0Zm-3 4.500a5.500 5.500 0 0 0 11 0M10 15v2.500" />
  ),
  letter: <path d="M3 5h14v10.500H3Zm0 .5 7 5.500 7-5.500" />,
}

/** The mood of a tone as a drawing. */
export const ToneIcon = ({ name, size }: { name: Name; size?: number }) => (
  <Icon size={size}>{shapes[name]}</Icon>
)
