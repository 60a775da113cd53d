/** The product's name: the one place to rename it. */
export const siteName = { ko: '문장', en: 'Munjang' } as const

/** Stands between page and site name in every title (R28). */
export const titleSeparator = ' · '

/** The stored result of the demo and the label on shared texts both point here. */
export const aiLabelPath = '/terms/use#ai'

/** The site's own time zone: jobs keep its hours, and days stand in it until the browser says where the visitor is, which the server cannot know. */
export const siteZone = 'Asia/Seoul'

/** The day there, as YYYY-MM-DD. */
export const siteDay = (moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone: siteZone })
