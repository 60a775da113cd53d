// The server's HTML of a report is visible before its code loads, so the page includes its styles.
import contentList from './content-list.module.css'
import exampleReport from './example-report.module.css'
import figureTable from './figure-table.module.css'
import keywordReportView from './keyword-report-view.module.css'
import keywordTrendView from './keyword-trend-view.module.css'
import trendChart from './trend-chart.module.css'

export const keywordStyles = [
  contentList,
  exampleReport,
  figureTable,
  keywordReportView,
  keywordTrendView,
  trendChart,
]
