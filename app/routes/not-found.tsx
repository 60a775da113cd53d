import { data } from 'react-router'
import { ErrorPage, notFoundHere } from './error-page.tsx'

/** An address that no page has: 404, within the shell and in the visitor's language (R25). */
export function loader() {
  return data(null, { status: 404 })
}

export default function NotFound() {
  return <ErrorPage error={notFoundHere} />
}
