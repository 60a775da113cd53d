import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { FileMissing, type FileStore } from './file-store.ts'

export type S3Options = {
  bucket: string
  /** By default that of AWS for the region. */
  endpoint?: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** The prefix of every key, e.g. 'munjang/'. */
  prefix?: string
  /** endpoint/bucket/key instead of bucket.endpoint/key, as most servers other than AWS require. */
  forcePathStyle?: boolean
}

/**
 * Files as objects of one bucket, one per version. An upload is first received on this machine. Only complete files are
 * sent, with a known length, so that an aborted upload never reaches S3.
 */
export async function createS3Files(options: S3Options): Promise<FileStore> {
  const incomingFolder = await mkdtemp(join(tmpdir(), 'storage-incoming-'))
  const client = new S3Client({
    region: options.region,
    ...(options.endpoint ? { endpoint: options.endpoint } : {}),
    forcePathStyle: options.forcePathStyle ?? options.endpoint !== undefined,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Its messages would go to the console in addition to our log, which reports every failure.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    maxAttempts: 3,
    // Servers other than AWS lack the checksums that the client adds since 2025.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = (version: string) => ({ Bucket: options.bucket, Key: `${options.prefix ?? ''}${version}` })

  return {
    incomingFolder,
    async put(version, path, size) {
      await client.send(
        new PutObjectCommand({
          ...at(version),
          Body: createReadStream(path),
          ContentLength: size,
          // The bucket's own URL serves a download that cannot run.
          ContentType: 'application/octet-stream',
        }),
      )
      await rm(path, { force: true })
    },
    async open(version, range) {
      const Range = range ? `bytes=${range.first}-${range.last}` : undefined
      try {
        const { Body } = await client.send(
          new GetObjectCommand({ ...at(version), ...(Range ? { Range } : {}) }),
        )
        if (!Body) throw new Error('S3 answered without a body.')
        return Body.transformToWebStream() as ReadableStream<Uint8Array>
      } catch (error) {
        throw asMissing(error, version)
      }
    },
    async copy(from, to) {
      const source = at(from)
      const CopySource = `${source.Bucket}/${encodeURIComponent(source.Key)}`
      try {
        await client.send(new CopyObjectCommand({ ...at(to), CopySource }))
      } catch (error) {
        throw asMissing(error, from)
      }
    },
    async remove(version) {
      await client.send(new DeleteObjectCommand(at(version)))
    },
    async stop() {
      client.destroy()
      await rm(incomingFolder, { recursive: true, force: true })
    },
  }
}

function asMissing(error: unknown, version: string): unknown {
  return (error as Error).name === 'NoSuchKey' ? new FileMissing(version, { cause: error }) : error
}
