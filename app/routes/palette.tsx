import { useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useRootData } from '#app/session/root-data.ts'
import { createEnterGate, type EnterDecision } from '#app/ui/composition.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { finds } from '#app/ui/finds.ts'
import { useNavigationItems, type Place, type PlaceGroup } from './navigation-items.ts'
import { usePaletteSearch } from './palette-search.ts'
import { useTranslation } from '#app/session/words.tsx'
import styles from './palette.module.css'

const typedMax = 100
/** From this length the limit is shown. */
const nearlyMax = 80

const groups = ['tools', 'pages', 'all', 'texts', 'prompts'] as const satisfies readonly PlaceGroup[]

/**
 * The palette: a combobox over tools, pages and, from two characters, the member's own texts and prompts (WAI-ARIA APG,
 * combobox with a list).
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const { t, language } = useTranslation('palette')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const navigate = useNavigate()
  const member = useRootData()?.member ?? null
  const places = useNavigationItems(member)
  const search = usePaletteSearch(typed.trim(), member !== null)
  const gate = useRef(createEnterGate())
  const place = (group: PlaceGroup, path: string, label: string): Place => ({
    group,
    to: `/${language}/${path}`,
    label,
  })
  const id = useId()

  const keyword = typed.trim()
  // Later results are appended, so that no entry moves under the pointer.
  const found: Place[] = [
    ...places.filter(({ label }) => finds(typed, label)),
    ...(search.isSearched && member
      ? [
          place(
            'all',
            `tool/history?${new URLSearchParams({ q: keyword })}`,
            t('palette.allTexts', { keyword }),
          ),
        ]
      : []),
    ...(search.isSearched
      ? [
          place(
            'all',
            `prompt/search?${new URLSearchParams({ keyword })}`,
            t('palette.allPrompts', { keyword }),
          ),
        ]
      : []),
    ...search.texts.map(({ id: text, tool, title }) =>
      place('texts', `tool/use?tool=${tool}&id=${text}`, title || t('palette.untitled')),
    ),
    ...search.prompts.map(({ id: line, title }) => place('prompts', `prompt/detail/${line}`, title)),
  ]
  const at = Math.min(chosen, found.length - 1)
  const open = (place: Place | undefined) => {
    if (!place) return
    onClose()
    void navigate(place.to)
  }
  const decide = (decision: EnterDecision, event: { preventDefault: () => void }) => {
    if (decision !== 'native') event.preventDefault()
    if (decision === 'submit') open(found[at])
  }
  const move = (step: number) => {
    const next = (at + step + found.length) % Math.max(found.length, 1)
    setChosen(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <Dialog isOpen title={t('palette.title')} closeLabel={t('site.close')} onClose={onClose}>
      <input
        // The dialog gives it focus when it opens.
        ref={(element) => element?.setAttribute('autofocus', '')}
        className={styles.input}
        role="combobox"
        type="text"
        aria-label={t('palette.label')}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={typedMax}
        placeholder={t('palette.placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
        onCompositionStart={() => gate.current.compositionStart()}
        onCompositionEnd={(event) => decide(gate.current.compositionEnd(), event)}
        onKeyDown={(event) => {
          const decision = gate.current.keyDown(event.nativeEvent)
          if (decision !== 'native') return decide(decision, event)
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') decide('submit', event)
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (!step) return
          event.preventDefault()
          move(step)
        }}
        onKeyUp={(event) => gate.current.keyUp(event)}
      />
      <p className={styles.note}>
        {t('palette.hint')}
        {typed.length >= nearlyMax && ` ${typed.length}/${typedMax}`}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={t('palette.label')} className={styles.list}>
        {groups.map((group) => {
          const members = found.flatMap((place, index) => (place.group === group ? [{ place, index }] : []))
          if (members.length === 0) return null
          return (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`} role="presentation" className={styles.group}>
                {t(`palette.${group}`)}
              </p>
              {members.map(({ place, index }) => (
                <Link
                  key={place.to}
                  to={place.to}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={styles.option}
                  onPointerMove={() => setChosen(index)}
                  onClick={onClose}
                >
                  {place.label}
                </Link>
              ))}
            </div>
          )
        })}
      </div>
      <p className={styles.note} role="status">
        {search.isSearching && t('palette.searching')}
        {search.hasFailed && t('palette.problem')}
        {found.length === 0 && !search.isSearching && t('palette.none')}
      </p>
    </Dialog>
  )
}
