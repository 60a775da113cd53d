/**
 * The fixed data of the prompt library: models, types and the tree of categories. Their labels in both languages are
 * columns of prompt_category_main and prompt_category_sub.
 */
export const promptTypes = { all: 0, text: 1 } as const

/** Ids as specified (P01); the gaps are on purpose. */
export const promptModels = { gpt: 1, gemini: 2, claude: 6 } as const

/** Main categories in order; sub-category ids run from 1 to 85 in this order (P02). */
export const promptCategories = {
  writing: [
    'content_writing',
    'business_writing',
    'technical_writing',
    'copywriting',
    'poetry',
    'journalism',
    'story',
  ],
  idea: ['idea_strategies', 'business_ideas', 'brainstorming', 'innovation_tips', 'problem_solving'],
  business: [
    'business_strategies',
    'business_accounting',
    'data_analysis',
    'hr',
    'startups',
    'business_investment',
    'law',
    'branding',
  ],
  marketing: [
    'digital_marketing',
    'content_marketing',
    'email_marketing',
    'seo_sem',
    'marketing_strategies',
    'branding_strategies',
    'customer_acquisition',
    'advertising',
  ],
  development: ['coding', 'debugging', 'testing', 'devops', 'generative_ai'],
  artistic: [
    'idea_concept',
    'product_design',
    'ui_ux',
    'music',
    'film_movie',
    'fashion',
    'crafts',
    'animation',
  ],
  finance: [
    'stock',
    'budgeting',
    'taxation',
    'real_estate',
    'wealth_management',
    'risk_management',
    'financial_analysis',
  ],
  academic: ['dissertations', 'essays', 'lecture_notes', 'study_guides', 'case_studies', 'presentations'],
  health: [
    'nutrition',
    'fitness',
    'mental_health',
    'wellness',
    'sleep',
    'stress_management',
    'healthcare',
    'medical_research',
  ],
  culture: ['pop_culture', 'traditions', 'history', 'languages', 'travel'],
  personal: ['pets', 'relationship', 'self_development'],
  fun: ['games', 'hobbies', 'jokes_riddles', 'quizzes', 'memes', 'events_parties', 'magic_tricks', 'fortune'],
  recipe: [
    'appetizers',
    'main_dishes',
    'desserts',
    'baking',
    'vegetarian_vegan',
    'international_cuisine',
    'drinks_cocktails',
  ],
} as const

/** In characters; the database checks the same limits. */
export const promptLimits = { title: 100, description: 5000, prompt: 100_000, sample_result: 20_000 } as const
/** Placeholders of one prompt, repeats included. */
export const promptVariablesMax = 200
/** New prompts of one author. */
export const promptsPerDayMax = 30
/** Lines of a file that a member can import at once. */
export const importLinesMax = 200
/** Granted once for an approved prompt (P16). */
export const promptRewardTokens = 2_000

export const promptSorts = ['trending', 'new', 'top'] as const
export type PromptSort = (typeof promptSorts)[number]
export type PromptModelName = keyof typeof promptModels
export type PromptCategory = keyof typeof promptCategories

export const promptPageSize = 30
export const promptKeywordMinLength = 2
export const promptKeywordMaxLength = 100

const categoryNames = Object.keys(promptCategories) as PromptCategory[]

export const promptCategorySubIds: readonly number[] = categoryNames.flatMap((main) =>
  listSubCategories(main).map(({ id }) => id),
)

/** The sub-categories of a main category with their ids (P02). */
export function listSubCategories(main: PromptCategory): { id: number; code: string }[] {
  const before = categoryNames
    .slice(0, categoryNames.indexOf(main))
    .reduce((count, name) => count + promptCategories[name].length, 0)
  return promptCategories[main].map((code, index) => ({ id: before + index + 1, code }))
}

export const promptReportReasons = [
  'copied',
  'harmful',
  'private_data',
  'advertising',
  'broken',
  'other',
] as const
export type PromptReportReason = (typeof promptReportReasons)[number]
export const promptReportDetailMaxLength = 1000

/**
 * The state of a prompt for its author. The `edit_` states are of a shown prompt whose newest version is another one:
 * the prompt stays public (B40).
 */
export type PromptState =
  | 'draft'
  | 'in_review'
  | 'returned'
  | 'published'
  | 'edit_draft'
  | 'edit_in_review'
  | 'edit_returned'
  | 'hidden'

/** @param versionStatus of the newest version; null when none is stored */
export function findPromptState(prompt: {
  isShown: boolean
  reviewStatus: string
  versionStatus: string | null
}): PromptState {
  const { isShown, reviewStatus, versionStatus } = prompt
  if (!isShown) return reviewStatus as 'draft' | 'in_review' | 'returned' | 'hidden'
  if (versionStatus === 'draft' || versionStatus === 'in_review' || versionStatus === 'returned')
    return `edit_${versionStatus}`
  return 'published'
}
