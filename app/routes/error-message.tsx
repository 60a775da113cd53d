import type { ErrorCode } from '#shared/errors.ts'
import { useTranslation } from '#app/session/words.tsx'

/** The message of an error's code. With its own chunk, because few pages need the messages of all errors. */
export default function ErrorMessage({ code }: { code: ErrorCode }) {
  return useTranslation('errors').t(`errors.${code}`)
}
