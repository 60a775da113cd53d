import { createTheme, type MantineColorsTuple } from '@mantine/core'
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
