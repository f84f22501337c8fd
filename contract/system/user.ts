import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const userCount = endpoint('GET /system/user/userCount', { summary: '用户总数', access: 'public', data: z.number() });
