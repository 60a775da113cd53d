import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [
      {
        ...friendly,
        topic: 'What to do about a wasp nest under the roof',
        keywords: 'wasp nest, pest control cost, wasp stings',
      },
    ],
    [{ ...formal, topic: 'How to choose a care home for a parent' }],
    [{ ...friendly, topic: 'Is it worth fixing a 15 year old car' }],
    [
      {
        ...friendly,
        topic: 'Learning to swim as an adult',
        target: 'grown-ups who are scared of deep water',
        keywords: 'adult swimming lessons, fear of deep water',
        instructions:
          'Five numbered steps, the first one without getting in. Don’t use the word "easy". Around 700 words.',
        length: 700,
      },
      { numbered: 5, excludes: [' easy '] },
    ],
    [
      {
        ...friendly,
        topic: 'A year of cooking with a solar stove in Kenya',
        keywords: 'solar stove, cooking without charcoal',
        information:
          'stove was 9,500 shillings, charcoal used to be 2,800 a month, beans take 3 hours, useless in April when it rains, neighbors laughed at first',
        target: 'people who cook with charcoal every day',
        instructions:
          'Small table with what we spent before and after. around 750 words, no preaching and not the word "planet"',
        length: 750,
      },
      { hasTable: true, includes: ['9,500', '2,800'], excludes: ['planet'] },
    ],
  ]),
  ...entries('document', 'en', [
    [
      {
        topic: 'People fighting over parking at our apartment building',
        purpose: 'so the owners vote for assigned spaces',
      },
    ],
    [{ topic: 'New hires waiting days for a laptop', purpose: 'to get IT and HR to fix it' }],
    [{ topic: 'Wheelchairs always missing on our ward', purpose: 'for the head nurse' }],
    [
      {
        topic: 'Food thrown away in the school cafeteria',
        purpose: 'to get the school board to try smaller portions for a term',
        target: 'board members who have never eaten there',
        information:
          '430 lunches a day, 58 kg in the bins each day, soup days are worst, weighed it for 15 days, disposal costs 740 euros a month',
        instructions:
          'Numbers in a table. Don’t blame the cooks. End with what we don’t know yet. About 500 words.',
        length: 500,
      },
      { hasTable: true, includes: ['430', '58', '740'] },
    ],
    [
      {
        topic: 'Three of our five village water pumps are broken',
        purpose: 'to get the district to pay for the repair',
        target: 'a district officer with 40 villages to look after',
        information:
          '870 people, 2 pumps still work, women wait up to 90 minutes, one broken since February, parts cost 310,000 kwacha, a man from the next village can do the work',
        instructions:
          'Start with what we need, four numbered points. It shouldn’t sound like begging. About 400 words.',
        length: 400,
      },
      { numbered: 4, includes: ['870', '90', '310,000'] },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Marta’s Alterations',
        overview: 'I hem pants and fix zippers at home and now I want a small shop',
        format: ['What I do', 'Customers', 'Prices', 'First year'],
      },
    ],
    [
      {
        name: 'Crumb Club',
        overview: 'Gluten-free birthday cakes, baked to order and delivered the same day',
        format: ['Idea', 'Customers', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Hassan’s Tire Stand',
        overview: 'tire repair next to the market, want to add oil changes',
        format: ['Services', 'Location', 'Costs', 'Risks'],
      },
    ],
    [
      {
        name: 'Paw & Post',
        overview: 'Boarding for cats in a former post office',
        format: ['Overview', 'Services', 'Marketing', 'Financials'],
        information:
          '14 cat rooms, $32 a night, rent $1,750 a month, I was a vet nurse for nine years, closest competitor is 40 minutes away',
        instructions: 'It’s for a bank loan of $26,000. Costs in a table. Leave out dogs completely.',
      },
      { hasTable: true, includes: ['$32', '1,750', '26,000'], excludes: [' dogs '] },
    ],
    [
      {
        name: 'Gravel Road Eggs',
        overview: 'Selling eggs from our 120 hens to neighbors and two diners',
        format: ['Overview', 'The hens', 'Sales', 'Income and costs'],
        information:
          'around 95 eggs a day, $4.50 a dozen, feed is $310 a month, coop is paid off, I drove a school bus till I retired, grandson helps weekends',
        instructions:
          'For a county farm grant, $7,500 for a fence and a fridge. One month of income and costs in a table. We’re not organic so don’t use that word. About 700 words',
        length: 700,
      },
      { hasTable: true, includes: ['$4.50', '310', '7,500'], excludes: ['organic'] },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'Rain or heat, I like working outside.',
        career: 'Three seasons picking apples in New Zealand, pruning, can drive a tractor',
        duty: 'City park gardener',
        questions: [question('Why do you want this job?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I count everything twice.',
        career: 'Sold SIM cards at a stall in Accra for seven years, did the books for my uncle',
        duty: 'Bank teller',
        questions: [
          question('Tell us a little about yourself.', 600),
          question('How do you make sure your work is correct?', 1_000),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'Heights don’t bother me.',
        career: 'Army electrician for eight years, out since June, taught two new guys',
        duty: 'Wind turbine technician',
        questions: [question('What can you do for us in your first months?', 1_000)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I’d rather show people than tell them.',
        career:
          '22 years a welder at the shipyard in Gdansk, trained nine apprentices, bad knee since last fall',
        duty: 'Welding instructor',
        questions: [question('Why do you want to teach?', 1_200)],
        target: 'a trade school with mostly teenagers',
        instructions:
          'Use Piotr, he burned through six pairs of gloves his first month and now has his own crew. Gdansk should be in it. nothing about the knee, and not "dedicated"',
      },
      { includes: ['Piotr', 'Gdansk', 'gloves'], excludes: ['knee', 'dedicated'] },
    ],
    [
      {
        ...formal,
        introduce: 'People tell me things while I cut their hair.',
        career:
          'Hairdresser in Recife for 12 years, did house calls for old people on Mondays, took care of my mom two years till she passed',
        duty: 'Funeral home assistant',
        questions: [
          question('Why this line of work?', 900),
          question('When did you comfort someone?', 1_100),
        ],
        target: 'a small family funeral home',
        instructions:
          'My mom in the first answer. In the second Dona Celia in Recife, she wanted her hair done one last time and we laughed the whole hour. Don’t use "rewarding" and keep religion out',
      },
      { includes: ['Celia', 'Recife'], excludes: ['rewarding'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'No heat in my bedroom since Sunday',
        strong_points: 'radiator ice cold, baby is 5 months old, I’m home after 4 any day',
        receiver: 'my landlord',
      },
    ],
    [
      {
        ...formal,
        topic: 'Need a copy of my old high school diploma',
        strong_points: 'finished in 1998 in Kingston, my name was Brown then, I can pay the fee',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Thanking my cousin for the used bike',
        strong_points: 'my son rides it all day, fell once and laughed, come to Sfax for couscous',
      },
    ],
    [
      {
        ...friendly,
        topic: 'I need my ladder back',
        strong_points:
          'lent it in April, the 24 foot one, painting the porch this weekend, can get it Friday after 6',
        sender: 'Duane',
        receiver: 'my brother-in-law Curtis',
        instructions: 'Keep it light, he’s touchy. Offer him a beer. Don’t write "ASAP". under 100 words',
        length: 90,
      },
      { includes: ['24', 'Friday', 'Duane'], excludes: ['ASAP'] },
    ],
    [
      {
        ...formal,
        topic: 'Using the soccer field for our kite day',
        strong_points:
          'Sunday April 19, 10 to 3, about 80 people, mostly Afghan families, we have insurance, we clean up after',
        sender: 'Farid Rahimi',
        receiver: 'the town parks office',
        instructions:
          'Three numbered points: the field, the restroom key, two more trash cans. Ask where I pick up the key. Not the word "community". Under 180 words.',
        length: 160,
      },
      { numbered: 3, includes: ['April 19', '80', 'Farid Rahimi'], excludes: ['community'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'How to sharpen kitchen knives at home', slide_count: 5 }],
    [{ ...friendly, topic: 'Rainy day games for kids without a screen', slide_count: 6 }],
    [{ ...formal, topic: 'Measuring your blood pressure at home the right way', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Clothes swap at the community center',
        target: 'students who have never been to one',
        information:
          'Sunday September 13, 1 to 5, bring up to 10 pieces, clean and no holes, entry 3 euros, leftovers go to a shelter',
        slide_count: 5,
        instructions: 'The rules as three numbered points on one slide. Don’t use the word "vintage".',
      },
      { numbered: 3, includes: ['September 13'], excludes: ['vintage'] },
    ],
    [
      {
        ...friendly,
        topic: 'Our taco stand is moving to a new corner',
        target: 'regulars who stop by after work',
        information:
          'from Monday August 17, corner of 8th and Palmer, 11 to 9, fish tacos still $3.75, cash only, free horchata the first day',
        slide_count: 5,
        instructions:
          'Corner on the first slide and again on the last. Don’t write "delicious". Ask which salsa they want back.',
      },
      { includes: ['Palmer', 'August 17', '$3.75'], excludes: ['delicious'] },
    ],
  ]),
]
