import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { findTextProblem } from '#shared/characters.ts'
import type { FieldRule } from '#shared/errors.ts'
import { findFirstError, focusFirstError } from '#app/ui/form.tsx'
import { useErrorToast } from './use-error-toast.ts'
import { useTranslation } from './words.tsx'

/** A field's error: its message, or the rule that it breaks (`errors.field.<rule>`) with the limit. */
export type FieldProblem = string | { rule: FieldRule; count?: number }
type Problem = FieldProblem | false | null | undefined
/** An entry of a list is a field of its own: `questions.0.limit`. */
type EntryName = `${string}.${string}`
export type FieldProblems<Values> = { [Name in keyof Values]?: Problem } & { [Name in EntryName]?: Problem }
/** The request that the fields make, or what is wrong with them. */
export type Checked<Values, Request> = { request: Request } | { problems: FieldProblems<Values> }

/** What a check returns: the request, unless a field has a problem. */
export const checked = <Values, Request>(
  problems: FieldProblems<Values>,
  request: () => Request,
): Checked<Values, Request> => (Object.values(problems).some(Boolean) ? { problems } : { request: request() })

/** The part of a form that its fields need. A form with more fields fits too. */
export type FormFields<Values> = {
  values: Values
  change: (changes: Partial<Values>) => void
  problemOf: (name: keyof Values | EntryName) => string | undefined
  field: <Name extends keyof Values & string>(
    name: Name,
  ) => {
    name: Name
    value: Values[Name]
    error: string | undefined
    onChange: (value: Values[Name]) => void
  }
}

/**
 * The fields of a form and their errors (decision 053). An error goes when its field changes, that of a list's entry when
 * the entry does.
 * @param check runs on submit. It may load a schema of `shared/`
 * @param draft has the values, as `useDraft` gives them, where they are stored until they are sent
 * @param ruledBy for a field whose rule depends on others, their names: its error goes when one of them changes
 */
export function useForm<Values extends object, Request>(
  first: Values | (() => Values),
  check: (values: Values) => Checked<Values, Request> | Promise<Checked<Values, Request>>,
  draft?: { value: Values; change: (next: (now: Values) => Values) => void },
  ruledBy: Readonly<Record<string, readonly string[]>> = {},
) {
  const { t } = useTranslation('errors')
  const showError = useErrorToast()
  const [own, setOwn] = useState(first)
  const values = draft?.value ?? own
  const setValues = draft?.change ?? setOwn
  const [checking, setChecking] = useState<string | null>(null)
  const [problems, setProblems] = useState<FieldProblems<Values>>({})
  const element = useRef<HTMLFormElement>(null)

  const change = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    setProblems((now) => {
      const others = Object.entries(now).filter(
        ([name]) => !isChanged(name, values, changes) && !isRuledBy(name, changes),
      )
      return others.length === Object.keys(now).length ? now : (Object.fromEntries(others) as typeof now)
    })
  }
  const isRuledBy = (name: string, changes: object) =>
    Object.hasOwn(ruledBy, name) && ruledBy[name]!.some((other) => Object.hasOwn(changes, other))
  const refuse = (found: FieldProblems<Values>): boolean => {
    // Rendered before the focus moves.
    flushSync(() => setProblems(found))
    if (!element.current || !findFirstError(element.current)) return false
    focusFirstError(element.current)
    return true
  }
  const runCheck = async (pressed: string) => {
    setChecking(pressed)
    try {
      return await check(values)
    } finally {
      setChecking(null)
    }
  }
  const problemOf = (name: keyof Values | EntryName): string | undefined => {
    // A field may have any name, where the author of a prompt chose it.
    const problem = Object.hasOwn(problems, name) && (problems as Record<PropertyKey, Problem>)[name]
    if (!problem) return undefined
    return typeof problem === 'string'
      ? problem
      : t(`errors.field.${problem.rule}`, { count: problem.count ?? 0 })
  }

  return {
    values,
    change,
    problemOf,
    /** The value of the button whose submit is checked, which takes time while a schema loads; null otherwise. */
    checking,
    hasProblems: Object.values(problems).some(Boolean),
    /**
     * Marks the fields that the server refused in the submitted form, and moves the focus to the first.
     * @returns whether there is one: the form may not show that field
     */
    refuse,
    /** Removes all errors, where the form is filled or cleared as a whole. */
    clearProblems: () => setProblems({}),
    /** The props of a field: name, value and error. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: problemOf(name),
      onChange: (value: Values[Name]) => change({ [name]: value } as unknown as Partial<Values>),
    }),
    /** For `onSubmit` of `Form`: checks the fields, then sends the request. `pressed`: the value of the button. */
    submit:
      (send: (request: Request, pressed: string) => unknown) =>
      async (form: HTMLFormElement, pressed = ''): Promise<void> => {
        element.current = form
        try {
          const result = await runCheck(pressed)
          if ('problems' in result) return void refuse(result.problems)
          setProblems({})
          await send(result.request, pressed)
        } catch (error) {
          // For example the code of the check, which could not be loaded.
          showError(error)
        }
      },
  }
}

function isChanged(name: string, values: object, changes: object): boolean {
  if (Object.hasOwn(changes, name)) return true
  const [field = '', ...path] = name.split('.')
  return Object.hasOwn(changes, field) && find(values, [field, ...path]) !== find(changes, [field, ...path])
}

const find = (from: unknown, path: readonly string[]): unknown =>
  path.reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], from)

/** The problem of a text that is required unless it `isOptional`; null without one. */
export function checkText(text: string, limit: number, isOptional = false): FieldProblem | null {
  const rule = findTextProblem(text, limit)
  return rule === null || (isOptional && rule === 'required') ? null : { rule, count: limit }
}
