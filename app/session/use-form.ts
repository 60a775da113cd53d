import { useState } from 'react'
import { flushSync } from 'react-dom'
import { findTextProblem } from '#shared/characters.ts'
import type { FieldRule } from '#shared/errors.ts'
import { focusFirstError } from '#app/ui/form.tsx'
import { useErrorToast } from './use-error-toast.ts'
import { useTranslation } from './words.tsx'

/** A field's error: its message, or the rule that it breaks (`errors.field.<rule>`) with the limit. */
export type FieldProblem = string | { rule: FieldRule; count?: number }
export type FieldProblems<Values> = { [Name in keyof Values]?: FieldProblem | false | null | undefined }
/** The request that the fields make, or what is wrong with them. */
export type Checked<Values, Request> = { request: Request } | { problems: FieldProblems<Values> }

/** What a check returns: the request, unless a field has a problem. */
export const checked = <Values, Request>(
  problems: FieldProblems<Values>,
  request: () => Request,
): Checked<Values, Request> => (Object.values(problems).some(Boolean) ? { problems } : { request: request() })

/**
 * The fields of a form and their errors (decision 053). An error goes when its field changes.
 * @param check runs on submit. It may load a schema of `shared/`
 * @param draft has the values, as `useDraft` gives them, where they are stored until they are sent
 */
export function useForm<Values extends object, Request>(
  first: Values | (() => Values),
  check: (values: Values) => Checked<Values, Request> | Promise<Checked<Values, Request>>,
  draft?: { value: Values; change: (next: (now: Values) => Values) => void },
) {
  const { t } = useTranslation()
  const showError = useErrorToast()
  const [own, setOwn] = useState(first)
  const values = draft?.value ?? own
  const setValues = draft?.change ?? setOwn
  const [problems, setProblems] = useState<FieldProblems<Values>>({})

  const change = (changes: Partial<Values>) => {
    setValues((now) => ({ ...now, ...changes }))
    setProblems((now) => {
      const others = Object.entries(now).filter(([name]) => !(name in changes))
      return others.length === Object.keys(now).length ? now : (Object.fromEntries(others) as typeof now)
    })
  }
  const refuse = (form: HTMLFormElement, found: FieldProblems<Values>) => {
    // Rendered before the focus moves.
    flushSync(() => setProblems(found))
    focusFirstError(form)
  }
  const problemOf = (name: keyof Values): string | undefined => {
    const problem = problems[name]
    if (!problem) return undefined
    return typeof problem === 'string'
      ? problem
      : t(`errors.field.${problem.rule}`, { count: problem.count ?? 0 })
  }

  return {
    values,
    change,
    problemOf,
    hasProblems: Object.values(problems).some(Boolean),
    refuse,
    /** The props of a field: name, value and error. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: problemOf(name),
      // A choice gives one of its options.
      onChange: (value: Values[Name] extends string ? string : Values[Name]) =>
        change({ [name]: value } as unknown as Partial<Values>),
    }),
    /** For `onSubmit` of `Form`: checks the fields, then sends the request. */
    submit:
      (send: (request: Request, form: HTMLFormElement) => unknown) =>
      async (form: HTMLFormElement): Promise<void> => {
        try {
          const result = await check(values)
          if ('problems' in result) return refuse(form, result.problems)
          setProblems({})
          await send(result.request, form)
        } catch (error) {
          // The code of the check could not be loaded.
          showError(error)
        }
      },
  }
}

/** The problem of a text that is required unless it `isOptional`; null without one. */
export function checkText(text: string, limit: number, isOptional = false): FieldProblem | null {
  const rule = findTextProblem(text, limit)
  return rule === null || (isOptional && rule === 'required') ? null : { rule, count: limit }
}
