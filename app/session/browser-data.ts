// What a sign-out does with the member's data in this browser. Apart from the hook, so that it loads with the press.
import { countUnsent, removeDeviceTexts } from './device-texts.ts'
import { removeDrafts } from './draft.ts'
import { removeOfflineWorker } from './offline-worker.ts'
import { discardOpenEditors, flushOpenEditors } from './open-editors.ts'

/** Sends what can be sent. @returns how many texts only this browser has afterwards */
export async function sendOrCount(memberId: string): Promise<number> {
  await flushOpenEditors()
  return countUnsent(localStorage, memberId)
}

/** Removes what this browser stores of the member. There is no session any more, so a failure is only logged. */
export async function clearBrowser(): Promise<void> {
  discardOpenEditors()
  removeDeviceTexts(localStorage)
  removeDrafts()
  await removeOfflineWorker().catch((error: unknown) =>
    console.warn('The files of the offline page stay in this browser.', error),
  )
}
