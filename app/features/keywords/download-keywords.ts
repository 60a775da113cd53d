import writeExcelFile from 'write-excel-file/browser'
import { totalSearches, type KeywordMetrics, type Searches } from '#shared/keywords.ts'
import type { Translate } from '#app/session/words.tsx'

type Words = Translate<'keywords'>

/**
 * A workbook of keywords, downloaded as `keyword.xlsx`. Keywords are cells of text, so none of them is ever read as a
 * formula; small counts stay text ("under 10").
 */
export async function downloadKeywords(
  keyword: string,
  related: readonly KeywordMetrics[],
  t: Words,
): Promise<void> {
  const head = [
    t('keywords.related.keyword'),
    t('keywords.figures.total'),
    t('keywords.figures.pc'),
    t('keywords.figures.mobile'),
    t('keywords.figures.competition'),
    t('keywords.figures.adCount'),
    `${t('keywords.figures.clicks')} (${t('keywords.figures.pc')})`,
    `${t('keywords.figures.clicks')} (${t('keywords.figures.mobile')})`,
    `${t('keywords.figures.clickRate')} % (${t('keywords.figures.pc')})`,
    `${t('keywords.figures.clickRate')} % (${t('keywords.figures.mobile')})`,
  ].map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const text = (value: string) => ({ value, type: String })
  const number = (value: number) => ({ value, type: Number })
  const searches = ({ count, less_than: isLess }: Searches) =>
    isLess ? text(t('keywords.figures.less', { count })) : number(count)
  const rows = related.map((row) => [
    text(row.keyword),
    searches(totalSearches(row)),
    searches(row.pc_searches),
    searches(row.mobile_searches),
    text(t(`keywords.figures.${row.competition ?? 'unknown'}`)),
    number(row.ad_count),
    number(row.pc_clicks),
    number(row.mobile_clicks),
    number(row.pc_click_rate),
    number(row.mobile_click_rate),
  ])
  await writeExcelFile([head, ...rows], {
    sheet: t('keywords.related.sheet'),
    columns: head.map((_, index) => ({ width: index === 0 ? 28 : 14 })),
  }).toFile(`${fileName(keyword)}.xlsx`)
}

const fileName = (keyword: string) => keyword.replace(/[\\/:*?"<>|]/g, ' ').trim() || 'keyword'
