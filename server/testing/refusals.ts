// Reads refusals of /v1 in tests.

/** The code of a refusal. */
export const codeOf = async (response: Response): Promise<string> =>
  ((await response.json()) as { code: string }).code

/** Status and code of a refusal: [402, 'no_tokens']. */
export const refusalOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  await codeOf(response),
]
