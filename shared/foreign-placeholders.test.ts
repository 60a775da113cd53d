import { expect, it } from 'vitest'
import { convertPlaceholders, findForeignPlaceholders } from './foreign-placeholders.ts'
import { fillPrompt } from './prompt-variables.ts'

it('P05: placeholders of other libraries are converted to ours, in any script, with their defaults', () => {
  expect(
    convertPlaceholders(
      '{{제품 이름}} for {target audience} in [도시] and ${Position:Software Developer}, {{ input_text }}, {제품/서비스}',
    ),
  ).toBe(
    '##제품 이름## for ##target audience## in ##도시## and ##Position=Software Developer##, ##input text##, ##제품/서비스##',
  )
})

it('P05: links, checkboxes, footnotes, code and our own placeholders stay as they are', () => {
  const text = [
    '[문서](https://example.com) ![그림](a.png) [이름][1] [1] [^2] [x] [ ] a[i]',
    '{"a": 1} { color: red } ${user.name} {n: 1} {{#each items}} [...목록] {}',
    '##말투:[부드럽게]|{단호하게}##',
    '```js\nconst {name} = props // {{x}}\n```',
  ].join('\n')
  expect(convertPlaceholders(text)).toBe(text)
  expect(findForeignPlaceholders(text)).toEqual([])
})

it('P05: the list has each placeholder once, and its conversion can be filled', () => {
  const text = '{{도시}}, {{도시}}, ${계절:여름 #1}, ${계절:여름}'
  expect(findForeignPlaceholders(text)).toEqual([
    { written: '{{도시}}', variable: '##도시##' },
    { written: '${계절:여름}', variable: '##계절=여름##' },
  ])
  expect(fillPrompt(convertPlaceholders(text), { 도시: '부산' })).toBe('부산, 부산, ${계절:여름 #1}, 여름')
})

it('P05: a hundred thousand braces are fast', () => {
  expect(findForeignPlaceholders('{'.repeat(50_000) + '['.repeat(50_000))).toEqual([])
})
