/** The product's name: the one place to rename it. */
export const siteName = { ko: '문장', en: 'Munjang' } as const

/** The separator of page and site name in every title (R28). */
export const titleSeparator = ' · '

/** The label of the demo's stored result and that of shared texts both link here. */
export const aiLabelPath = '/terms/use#ai'

/** The site's time zone: jobs run by it, and days are shown in it until the browser reports the visitor's zone. */
export const siteZone = 'Asia/Seoul'

/** The day in that time zone, as YYYY-MM-DD. */
export const siteDay = (moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone: siteZone })
