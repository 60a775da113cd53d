import { createContext, useContext } from 'react'

/** Whether the member has a learned tone: the page's loader provides it. */
export const HasOwnTone = createContext(false)
export const useHasOwnTone = (): boolean => useContext(HasOwnTone)
