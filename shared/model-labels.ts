/** The models as their makers write them. Apart from prompts.ts, whose categories most pages do not need. */
export const modelLabels = {
  gpt: 'GPT',
  gemini: 'Gemini',
  claude: 'Claude',
  compatible: 'compatible',
  demo: 'demo',
} as const
