// Before all journeys: the product they share, and the browser.
import { prepareChromium } from './chromium.ts'
import { startProduct } from './product.ts'

export default async function setUp(): Promise<() => Promise<void>> {
  const [product] = await Promise.all([startProduct({ DEMO_DELAY_MS: '4' }), prepareChromium()])
  process.env.E2E_ORIGIN = product.origin
  process.env.E2E_DATA_FOLDER = product.dataFolder
  return product.stop
}
