import {
  convertCssVariables,
  createTheme,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type MantineColorsTuple,
} from '@mantine/core'
import buttonStyles from './button.module.css'
import inputStyles from './input.module.css'

/** Seal red (인주) from wash to depth. The schemes choose their own shade through the tokens; Mantine only needs a palette to exist. */
const seal: MantineColorsTuple = [
  '#fbede9',
  '#f5d5cd',
  '#ebaa9c',
  '#f0705a',
  '#d9553f',
  '#c8432d',
  '#b8321f',
  '#9c2817',
  '#7d2013',
  '#5c170d',
]

export const theme = createTheme({
  fontFamily:
    "'Pretendard Variable', Pretendard, -apple-system, 'Apple SD Gothic Neo', 'Noto as Pretendard', 'Roboto as Pretendard', 'Arial as Pretendard', 'DejaVu as Pretendard', 'Malgun Gothic', 'Noto Sans KR', sans-serif",
  primaryColor: 'seal',
  primaryShade: { light: 6, dark: 3 },
  colors: { seal },
  defaultRadius: 8,
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: { classNames: buttonStyles, defaultProps: { size: 'md', variant: 'filled' } },
    Input: { classNames: { input: inputStyles.input } },
    InputWrapper: {
      classNames: {
        root: inputStyles.root,
        label: inputStyles.label,
        description: inputStyles.description,
        error: inputStyles.error,
      },
    },
  },
})

/** Mantine's own names, pointed at our tokens: one palette for both. */
export const themeTokens = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--ink)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-error': 'var(--seal)',
  '--mantine-primary-color-filled': 'var(--seal)',
  '--mantine-primary-color-filled-hover': 'var(--seal-deep)',
  '--mantine-primary-color-contrast': 'var(--on-seal)',
}

/**
 * The variables of the theme that differ from Mantine's defaults, as the provider would compute them for each page: a
 * tenth of the time of rendering. The theme never changes.
 */
export const themeStyle: string = convertCssVariables(differing())

function differing() {
  const own = deepMerge(defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), {
    variables: {},
    light: themeTokens,
    dark: themeTokens,
  })
  const usual = defaultCssVariablesResolver(DEFAULT_THEME)
  const without = (kind: 'variables' | 'light' | 'dark') =>
    Object.fromEntries(
      Object.entries(own[kind]).filter(
        ([name, value]) => (usual[kind] as Record<string, string>)[name] !== value,
      ),
    )
  return { variables: without('variables'), light: without('light'), dark: without('dark') }
}
