import { createContext, useContext } from 'react'

/** Whether the member has a tone that was learned from posts: the page's loader says so. */
export const HasOwnTone = createContext(false)
export const useHasOwnTone = (): boolean => useContext(HasOwnTone)
