import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { themeStyle, themeTokens } from './theme-style.ts'
import { theme } from './theme.ts'

it('the theme’s style is the one that Mantine’s provider renders', () => {
  const html = renderToStaticMarkup(
    <MantineProvider
      theme={theme}
      cssVariablesResolver={() => ({ variables: {}, light: themeTokens, dark: themeTokens })}
    />,
  )
  const [, provided] = /<style data-mantine-styles="true">(.*?)<\/style>/s.exec(html) ?? []
  expect(themeStyle.length).toBeGreaterThan(500)
  expect(themeStyle).toBe(provided)
})
