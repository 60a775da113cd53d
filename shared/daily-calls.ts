// Calls to outside services are counted by day of Korea in the database, for all processes together.

/**
 * The calls that this site makes in a day at most; null where the provider names no daily limit. Naver allows 25,000
 * searches and 1,000 calls of DataLab a day for an application (naver-openapi-guide, ko/service-apis/search and
 * datalab); some are reserved for manual tests. Search Ad limits the rate only. `weekly_lookup` and `rank_check` are the shares of
 * Search Ad and search for saved keywords.
 */
export const dailyCallLimits = {
  search_ad: null,
  search: 24_000,
  datalab: 950,
  weekly_lookup: 2_000,
  rank_check: 6_000,
} as const
export type CalledService = keyof typeof dailyCallLimits
export const calledServices = Object.keys(dailyCallLimits) as CalledService[]
