import { useState } from 'react'

/**
 * The selected lines of a list. A line that leaves the list is no longer selected, also when it comes back.
 * @param isFree whether a line may be selected
 */
export function useSelection<Line extends { id: number }>(
  lines: readonly Line[],
  isFree: (line: Line) => boolean,
) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const free = lines.filter(isFree).map(({ id }) => id)
  const ids = chosen.filter((id) => free.includes(id))
  if (ids.length < chosen.length) setChosen(ids)
  const isAll = free.length > 0 && ids.length === free.length
  return {
    ids,
    isAll,
    toggle: (id: number) =>
      setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id])),
    toggleAll: () => setChosen(isAll ? [] : free),
  }
}
