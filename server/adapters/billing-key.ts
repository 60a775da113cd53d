// Encrypts billing keys for storage: AES-256-GCM under a key that only the configuration has.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const version = 'v1'
const ivBytes = 12

export type BillingKeys = { encrypt(billingKey: string): string; decrypt(cipher: string): string }

export function createBillingKeys(secret: string): BillingKeys {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'munjang billing keys', 32))
  return {
    encrypt(billingKey) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const data = Buffer.concat([cipher.update(billingKey, 'utf8'), cipher.final()])
      return [version, iv, cipher.getAuthTag(), data]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
        .join('.')
    },
    /** @throws Error for a text that this secret did not encrypt */
    decrypt(text) {
      const [found, iv = '', tag = '', data = ''] = text.split('.')
      if (found !== version) throw new Error('This is no billing key of ours.')
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}
