import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { DeviceIcon, MoonIcon, SunIcon } from './icons.tsx'
import styles from './scheme-switch.module.css'

const schemes = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[]
const icons = { auto: DeviceIcon, light: SunIcon, dark: MoonIcon }

/** System, light or dark. The browser stores the choice. */
export function SchemeSwitch({
  label,
  names,
}: {
  label: string
  names: Record<(typeof schemes)[number], string>
}) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // The server does not know the choice, so the mark appears after hydration.
  const isHydrated = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  )
  return (
    <fieldset className={`u-bare-fieldset ${styles.switch}`} aria-label={label}>
      {schemes.map((scheme) => {
        const SchemeIcon = icons[scheme]
        return (
          <button
            key={scheme}
            type="button"
            className={styles.choice}
            title={names[scheme]}
            aria-label={names[scheme]}
            aria-pressed={isHydrated && colorScheme === scheme}
            onClick={() => setColorScheme(scheme)}
          >
            <SchemeIcon size={18} />
          </button>
        )
      })}
    </fieldset>
  )
}

const noChanges = () => () => {}
