// Before all journeys: prepares the product they share, and the browser. After them: checks that the data keep every
// rule of docs/operating.md.
import { prepareChromium } from './chromium.ts'
import { runSql } from './database.ts'
import { findBrokenRules, startProduct } from './product.ts'

export default async function setUp(): Promise<() => Promise<void>> {
  const [product] = await Promise.all([startProduct({ DEMO_DELAY_MS: '4' }), prepareChromium()])
  process.env.E2E_ORIGIN = product.origin
  process.env.E2E_DATA_FOLDER = product.dataFolder
  // Invitations are seen to leave at every hour.
  await runSql('update private.night_rule set starts_at = ends_at')
  return async () => {
    const broken = findBrokenRules(product.dataFolder)
    await product.stop()
    if (broken.length > 0)
      throw new Error(`The journeys leave a database with broken rules:\n${broken.join('\n')}`)
  }
}
