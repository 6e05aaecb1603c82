import { parentPort, workerData } from 'node:worker_threads'
import { renderExplorerPage } from './explorer-page.ts'
import type { ExplorerOptions } from './explorer-page.ts'

parentPort?.postMessage(await renderExplorerPage(workerData as ExplorerOptions))
