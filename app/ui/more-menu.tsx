import { Button } from '@mantine/core'
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import { Icon } from './icons.tsx'
import iconButton from './icon-button.module.css'
import styles from './more-menu.module.css'

type MenuItem = { label: string; run: () => void }

/**
 * A button with three dots and the actions of one line below it. It closes on Escape, on a press outside and when the
 * focus leaves it. The button has the focus again before an action runs, so that a dialog returns it there.
 */
export function MoreMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <div ref={root} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={iconButton.button}
        title={label}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon size={18}>
          <path d="M4.5 10h.01M10 10h.01M15.5 10h.01" strokeWidth="2.4" />
        </Icon>
      </button>
      {isOpen && (
        <ul id={id} className={`u-dropdown ${styles.items}`}>
          {items.map((item) => (
            <li key={item.label}>
              <Button
                variant="subtle"
                size="sm"
                fullWidth
                justify="start"
                onClick={() => {
                  button.current?.focus()
                  setIsOpen(false)
                  item.run()
                }}
              >
                {item.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <CloseOutside
          root={root}
          onClose={(isEscape) => {
            setIsOpen(false)
            if (isEscape) button.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** Listens only while a menu is open: a list has one on every line. */
function CloseOutside(props: { root: RefObject<HTMLElement | null>; onClose: (isEscape: boolean) => void }) {
  const { root, onClose } = props
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) onClose(false)
    }
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose(true)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', press)
    }
  })
  return null
}
